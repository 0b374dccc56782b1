import { expect, test } from "vitest";
import { proveZones } from "#test/proofs/zones.ts";

test("slots fill the local working hours exactly at every clock change", () => {
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
