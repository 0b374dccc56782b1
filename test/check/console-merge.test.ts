import fc from "fast-check";
import { expect, test } from "vitest";
import { changesOf, merge } from "#lib/console/shared/form/merge.ts";

const values = fc.record({
  a: fc.integer({ min: 0, max: 2 }),
  b: fc.integer({ min: 0, max: 2 }),
  c: fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 2 }),
});

test("a change of one side is merged, and different changes of both are a conflict", () => {
  fc.assert(
    fc.property(values, values, values, (base, theirs, mine) => {
      const { merged, conflicts } = merge(base, theirs, mine);
      const [ours, others] = [changesOf(base, mine), changesOf(base, theirs)];
      const clashing = new Set(conflicts.map(({ name }) => name));
      for (const name of Object.keys(base)) {
        if (clashing.has(name)) {
          expect(name in ours && name in others).toBe(true);
          expect(ours[name]).not.toEqual(others[name]);
        } else if (name in ours) expect(merged[name]).toEqual(ours[name]);
        else expect(merged[name]).toEqual(theirs[name as keyof typeof theirs]);
      }
    }),
  );
});

test("an unchanged form sends nothing", () => {
  fc.assert(
    fc.property(values, (base) => {
      expect(changesOf(base, structuredClone(base))).toEqual({});
    }),
  );
});
