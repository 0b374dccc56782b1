import fc from "fast-check";
import { expect, test } from "vitest";
import { packTransactions } from "#core/dynamo/pack-transactions.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { removeEntries } from "#lib/content/entries/cascade.ts";
import { entries } from "#lib/content/entries/table.ts";
import { orphanedEntry } from "#test/support/content.ts";
import { bulkWrite } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

const write = (size: number): Write => ({ entity: "any", put: { pk: "p", sk: "s", text: "x".repeat(size) } });

test("groups of writes are packed in order and unsplit, within DynamoDB's transaction limits", () => {
  const sizes = fc.array(fc.oneof(fc.nat(2_000), fc.nat(380_000)), { minLength: 1, maxLength: 6 });
  const property = fc.property(fc.array(sizes, { maxLength: 60 }), (drawn) => {
    const groups = drawn.map((group) => group.map(write));
    const transactions = packTransactions(groups);
    expect(transactions.flat()).toEqual(groups.flat());
    const starts = new Set(groups.map(([first]) => first));
    for (const writes of transactions) {
      expect(starts.has(writes[0])).toBe(true);
      expect(writes.length).toBeLessThanOrEqual(100);
      const bytes = JSON.stringify(writes.map(({ put }) => put)).length;
      const isOneGroup = groups.some((group) => group[0] === writes[0] && group.length === writes.length);
      expect(bytes < 1_510_000 || isOneGroup).toBe(true);
    }
  });
  fc.assert(property, { numRuns: 30 });
});

test("a collection of entries of the largest size is deleted like any other", async () => {
  const store_id = newId("store");
  const fields = [{ type: "text", field_id: "f", key: "text", value: "x".repeat(390_000) }] as const;
  const made = Array.from({ length: 12 }, (_, index) => orphanedEntry(store_id, index, [...fields]));
  for (const entry of made) await bulkWrite([entries.create(entry)]);
  await removeEntries(testContext(), { store_id, collection_id: "col_gone" });
  expect((await entries.query(entries.partition({ store_id }))).records).toEqual([]);
});
