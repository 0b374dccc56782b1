import fc from "fast-check";
import { expect, test } from "vitest";
import { lastKeyOf } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { testContext } from "#test/support/world.ts";

const bytes = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right));

/** Characters that comparisons may confuse: by case, width, byte or code unit order, or as wildcards. */
const LETTERS = [..."aAäÄßẞıIiİ%_*?# \\\uffff\u{10000}\u{10ffff}\ue000\x7f\u07ff", "a\u0308"];
const text = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 4 }).map((all) => all.join(""));

test("a prefix matches exactly the keys that begin with its bytes, in both directions", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(text, { minLength: 1, maxLength: 20 }),
      fc.array(text, { minLength: 1, maxLength: 4 }),
      async (names, asked) => {
        const pk = `PREFIX#${crypto.randomUUID()}`;
        await transact(
          testContext(),
          names.map((sk) => ({ entity: "prefix", put: { pk, sk } })),
        );
        for (const prefix of [
          ...asked,
          ...names.map((name) => name.slice(0, 1)).filter((each) => each.isWellFormed()),
        ]) {
          const expected = names.filter((name) => name.startsWith(prefix)).sort(bytes);
          for (const descending of [false, true]) {
            const { items } = await queryItems(pk, { prefix, descending, limit: 100 });
            const found = items.map(({ sk }) => sk);
            expect(descending ? found.reverse() : found, prefix).toEqual(expected);
          }
        }
      },
    ),
    { numRuns: 25 },
  );
});

test("the last key with a prefix has that prefix, and no other one follows it", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.string({ unit: "binary", maxLength: 400 }),
      (prefix, rest) => {
        const last = lastKeyOf(prefix);
        expect(Buffer.byteLength(last)).toBe(1024);
        expect(last.startsWith(prefix)).toBe(true);
        const whole = `${prefix}${rest}`;
        if (Buffer.byteLength(whole) <= 1024) expect(bytes(whole, last)).toBeLessThanOrEqual(0);
        const other = `${prefix.slice(0, -1)}${rest}`;
        const within = bytes(prefix, other) <= 0 && bytes(other, last) <= 0;
        if (other.isWellFormed() && Buffer.byteLength(other) <= 1024)
          expect(within).toBe(other.startsWith(prefix));
      },
    ),
    { numRuns: 2000 },
  );
});

test("no key begins with a prefix that is too long for a key", async () => {
  expect(await queryItems("PREFIX#none", { prefix: "x".repeat(1025) })).toEqual({
    items: [],
    after: undefined,
  });
  expect((await queryItems("PREFIX#none", { prefix: "x".repeat(1024) })).items).toEqual([]);
});
