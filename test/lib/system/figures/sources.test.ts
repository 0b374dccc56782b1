import fc from "fast-check";
import { expect, test } from "vitest";
import { limitSources } from "#lib/system/figures/sources.ts";
import { type Row, totalOfRows } from "#lib/system/figures/sums.ts";

const row = fc.record({ at: fc.nat(400), day: fc.nat(1), carts: fc.integer({ min: 1, max: 9 }) });

test("a day shows its two hundred largest sources, and adds the others up", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 900 }), (some) => {
      const rows = some.map(({ at, day, carts }): Row => {
        const of = { date: `2026-11-0${day + 1}`, isTest: false, market: "", currency: "" };
        return { ...of, id: `source_${at}`, sums: { carts } };
      });
      const shown = limitSources(rows);
      expect(totalOfRows(shown)).toEqual(totalOfRows(rows));
      for (const day of Map.groupBy(shown, ({ date }) => date).values()) {
        const sizes = Map.groupBy(day, ({ id }) => id);
        expect(sizes.size).toBeLessThanOrEqual(201);
        const named = [...sizes]
          .filter(([id]) => id !== "other")
          .map(([, own]) => totalOfRows(own).carts ?? 0);
        const left = Map.groupBy(
          rows.filter(({ id, date }) => date === day[0]?.date && !sizes.has(id)),
          ({ id }) => id,
        );
        const largest = Math.max(0, ...[...left.values()].map((own) => totalOfRows(own).carts ?? 0));
        if (named.length > 0) expect(Math.min(...named)).toBeGreaterThanOrEqual(largest);
      }
    }),
    { numRuns: 30 },
  );
});
