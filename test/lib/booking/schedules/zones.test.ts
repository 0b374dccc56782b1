import { expect, test } from "vitest";
import { proveZones } from "#test/proofs/zones.ts";

test("slots are inside the hours on the clocks, and fill them, at every change of the clocks of some zones", () => {
  const zones = [
    "Europe/Berlin",
    "Europe/Helsinki",
    "America/Havana",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
  ];
  const { transitions, slots } = proveZones(zones, 2024, 2027);
  expect(transitions).toBeGreaterThan(20);
  expect(slots).toBeGreaterThan(1000);
});
