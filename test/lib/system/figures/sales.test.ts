import fc from "fast-check";
import { expect, test } from "vitest";
import { allocateDeductions, type Bucket, type Deduction } from "#lib/system/figures/allocate-deductions.ts";
import { changeOf } from "#lib/system/figures/amounts.ts";
import { dayAt, dayOfDate, localTimestamp } from "#lib/system/figures/days.ts";
import { parseFiguresRequest } from "#lib/system/figures/figures-request.ts";
import { hourPoints } from "#lib/system/figures/points.ts";
import { sales } from "#lib/system/figures/sales.ts";

const bucket = fc
  .record({ total: fc.nat(5000), share: fc.nat(40) })
  .map(({ total, share }) => ({ total, tax: Math.floor((total * share) / 100) }));
const soldBuckets = fc
  .array(bucket, { minLength: 1, maxLength: 5 })
  .map((all) => all.map((each, index): Bucket => ({ id: `line_${index}`, ...each })));

/** Deductions of a sale that never exceed it, some of which fail later. */
const deductionsOf = (buckets: readonly Bucket[]) =>
  fc
    .array(fc.record({ part: fc.nat(100), names: fc.nat(buckets.length), undone: fc.boolean() }), {
      maxLength: 6,
    })
    .map((wanted) => {
      let left = buckets.reduce((sum, { total }) => sum + total, 0);
      return wanted.flatMap(({ part, names, undone }, index): Deduction[] => {
        const amount = Math.floor((left * part) / 100);
        if (amount === 0) return [];
        const named = buckets.slice(0, names).map(({ id, total }) => ({ bucket: id, amount: total }));
        const refund = { of: `ref_${index}`, amount, named };
        if (!undone) left -= amount;
        return undone ? [refund, { ...refund, amount: -amount }] : [refund];
      });
    });

test("deductions are spread over a sale to the last unit, and a full one returns all its tax", () => {
  fc.assert(
    fc.property(
      soldBuckets.chain((buckets) => fc.tuple(fc.constant(buckets), deductionsOf(buckets))),
      ([buckets, some]) => {
        const gone = some.reduce((sum, { amount }) => sum + amount, 0);
        const rest = buckets.reduce((sum, { total }) => sum + total, 0) - gone;
        const all = [...some, { of: "rest", amount: rest, named: [] }];
        const parts = allocateDeductions(buckets, all);
        for (const [index, { amount }] of all.entries())
          expect(parts[index]?.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
        for (const { id, total, tax } of buckets) {
          const own = parts.flat().filter((part) => part.bucket === id);
          expect(own.reduce((sum, part) => sum + part.amount, 0)).toBe(total);
          expect(own.reduce((sum, part) => sum + part.tax, 0)).toBe(total === 0 ? 0 : tax);
          let back = 0;
          for (const { amount } of own) {
            back += amount;
            expect(back).toBeGreaterThanOrEqual(0);
            expect(back).toBeLessThanOrEqual(total);
          }
        }
      },
    ),
  );
});

test("a named line is deducted first, and what exceeds it is spread over the others", () => {
  const buckets = [
    { id: "a", total: 1000, tax: 160 },
    { id: "b", total: 500, tax: 80 },
  ];
  const named = [{ bucket: "a", amount: 1000 }];
  expect(allocateDeductions(buckets, [{ of: "ref", amount: 1200, named }])).toEqual([
    [
      { bucket: "a", amount: 1000, tax: 160 },
      { bucket: "b", amount: 200, tax: 32 },
    ],
  ]);
});

test("a day has as many hours as its clocks show, named by them", () => {
  const zone = "Europe/Berlin";
  const now = Date.parse("2026-12-01T00:00:00Z") / 1000;
  const hours = (date: string) => hourPoints(sales, { date, zone }, [], now);
  expect(hours("2026-03-29")).toHaveLength(23);
  const autumn = hours("2026-10-25");
  expect(autumn).toHaveLength(25);
  expect(autumn.slice(1, 4).map(({ local }) => local)).toEqual([
    "2026-10-25T01:00+02:00",
    "2026-10-25T02:00+02:00",
    "2026-10-25T02:00+01:00",
  ]);
  expect(dayAt("Asia/Kolkata", dayOfDate("Asia/Kolkata", "2026-05-05").from - 1).date).toBe("2026-05-04");
  expect(localTimestamp("Asia/Kolkata", 0)).toBe("1970-01-01T05:30+05:30");
});

test("ranges and their comparisons follow the calendar", () => {
  const now = Date.parse("2026-03-31T10:30:00Z") / 1000;
  const asked = (query: object) => {
    const { from, to, before, hours, by } = parseFiguresRequest(sales, query, "UTC", now);
    return { from, to, before: before && [before.from, before.to], hours, by };
  };
  expect(asked({ range: "month" })).toEqual({
    ...{ from: "2026-03-01", to: "2026-03-31", by: "day", hours: 10 },
    before: ["2026-02-01", "2026-02-28"],
  });
  expect(asked({ range: "week" })).toMatchObject({
    from: "2026-03-30",
    before: ["2026-03-23", "2026-03-24"],
  });
  expect(asked({ range: "quarter" })).toMatchObject({
    from: "2026-01-01",
    before: ["2025-10-01", "2025-12-29"],
  });
  expect(asked({ range: "year" })).toMatchObject({
    from: "2026-01-01",
    before: ["2025-01-01", "2025-03-31"],
  });
  expect(asked({ range: "last_month" })).toMatchObject({
    ...{ from: "2026-02-01", to: "2026-02-28", hours: null },
    before: ["2026-01-04", "2026-01-31"],
  });
  expect(asked({ range: "last_year" })).toMatchObject({ from: "2025-01-01", to: "2025-12-31", by: "month" });
  expect(asked({ range: "yesterday", compare: "none" })).toMatchObject({ from: "2026-03-30", before: null });
  expect(asked({ from: "2026-03-20", to: "2027-01-01" })).toMatchObject({ to: "2026-03-31" });
  expect(asked({ range: "7d", compare: "year_before" })).toMatchObject({
    before: ["2025-03-25", "2025-03-31"],
  });
});

test("a change is in percent, half away from zero, and null without a comparison", () => {
  expect([changeOf(3, 2), changeOf(1, 3), changeOf(-1, 8), changeOf(0, 0), changeOf(1, null)]).toEqual([
    50,
    -66.7,
    -112.5,
    null,
    null,
  ]);
  expect([changeOf(2001, 2000), changeOf(1999, 2000)]).toEqual([0.1, -0.1]);
});
