import fc from "fast-check";
import { expect, test } from "vitest";
import { addSums, type Sums } from "#lib/system/figures/amounts.ts";
import {
  averageDuration,
  durationClass,
  durationClassEnd,
  durationSums,
  percentiles,
} from "#lib/system/figures/durations.ts";

const seconds = fc.oneof(fc.nat(200), fc.nat(100_000), fc.nat(90 * 86_400));

test("a duration is in the first class that fits, at most a ninth or a second wider", () => {
  fc.assert(
    fc.property(seconds, (length) => {
      const number = durationClass(length);
      expect(durationClassEnd(number)).toBeGreaterThanOrEqual(length);
      if (number > 0) expect(durationClassEnd(number - 1)).toBeLessThan(length);
      expect(durationClassEnd(number)).toBeLessThanOrEqual(Math.max(1, length * 2 ** (1 / 8) + 1));
    }),
  );
});

test("percentiles over several days are those of all durations, and an average is exact", () => {
  fc.assert(
    fc.property(fc.array(seconds, { maxLength: 60 }), fc.constantFrom(50, 90, 95), (lengths, percent) => {
      const sums = lengths.reduce<Sums>((all, length) => addSums(all, durationSums("wait", length)), {});
      const sorted = lengths.toSorted((one, other) => one - other);
      const at = sorted[Math.ceil((percent * lengths.length) / 100) - 1];
      const [found] = Object.values(percentiles(sums, "wait", [percent]));
      expect(found).toBe(at === undefined ? null : durationClassEnd(durationClass(at)));
      const all = lengths.reduce((sum, length) => sum + length, 0);
      const average = lengths.length === 0 ? null : Math.floor(all / lengths.length + 0.5);
      expect(averageDuration(sums, "wait")).toBe(average);
    }),
  );
});
