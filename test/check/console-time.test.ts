import fc from "fast-check";
import { expect, test } from "vitest";
import { clockIn, dateIn, secondOf } from "#lib/console/shared/time.ts";

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Pacific/Auckland",
  "UTC",
  "Africa/Casablanca",
];
const pad = (number: number) => String(number).padStart(2, "0");

test("the Unix time of a local date and time shows the same date and time in the zone", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 1_580_000_000, max: 1_780_000_000 }),
      (zone, any) => {
        const second = any - (any % 60);
        const found = secondOf(dateIn(second, zone), clockIn(second, zone), zone);
        expect([dateIn(found, zone), clockIn(found, zone)]).toEqual([
          dateIn(second, zone),
          clockIn(second, zone),
        ]);
        // A repeated time is its first occurrence.
        expect(found === second || found < second).toBe(true);
      },
    ),
  );
});

test("a skipped hour uses the earlier offset, and a repeated time is its first occurrence", () => {
  expect(clockIn(secondOf("2026-03-29", "02:30", "Europe/Berlin"), "Europe/Berlin")).toBe("03:30");
  const first = secondOf("2026-10-25", "02:30", "Europe/Berlin");
  expect(clockIn(first + 3600, "Europe/Berlin")).toBe("02:30");
  expect(dateIn(first, "Europe/Berlin")).toBe(`2026-10-${pad(25)}`);
});
