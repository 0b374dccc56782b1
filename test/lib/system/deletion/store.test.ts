import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shardOf } from "#core/dynamo/key.ts";
import { transact } from "#core/dynamo/transact.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { type AnyEntity, entities } from "#lib/system/deletion/records.ts";
import { call, ok } from "#test/support/client.ts";
import { furnish } from "#test/support/furnish.ts";
import { inputOf } from "#test/support/generate.ts";
import { purgeStore } from "#test/support/purge-store.ts";
import { newSeed } from "#test/support/random.ts";
import { dumpTable } from "#test/support/table.ts";
import { itemsOf } from "#test/support/tenant-items.ts";
import { openStore, testContext } from "#test/support/world.ts";

/** What may remain of a deleted tenant: its tombstone, and what expires. */
const mayStay = (item: Record<string, unknown>) => {
  const entity = entities().find(({ name }) => name === item._t);
  return item._t === "tombstone" || item._t === "idempotency" || entity?.deletion.tenant === "expires";
};

async function purgeAndCheck(storeId: string): Promise<void> {
  await purgeStore(storeId);
  const named = (items: Record<string, unknown>[]) => items.map(({ pk, sk }) => `${pk} ${sk}`);
  expect(named(await itemsOf(storeId))).toEqual([]);
  expect(named(await itemsLeft(storeId))).toEqual([]);
}

async function itemsLeft(storeId: string): Promise<Record<string, unknown>[]> {
  const items = await dumpTable();
  return items.filter((item) => JSON.stringify(item).includes(storeId) && !mayStay(item));
}

test("a deleted store is gone at once, and nothing of it stays but its tombstone", async () => {
  const store = await furnish();
  const other = await openStore(store.owner);
  expect((await itemsOf(store.id)).length).toBeGreaterThan(20);
  await ok(stores.deleteStore, { params: { storeId: store.id }, as: store.owner });
  expect(await call(stores.getStore, { params: { storeId: store.id }, as: store.owner })).toMatchObject({
    status: 404,
  });
  await purgeAndCheck(store.id);
  expect((await ok(stores.getStore, { params: { storeId: other.id }, as: store.owner })).id).toBe(other.id);
  await ok(stores.createStore, { as: store.owner, body: { key: store.key, timezone: "UTC" } });
});

const seed = newSeed();

test(`every kind of record is purged by partition, whatever is in it (SEED=${seed})`, async () => {
  const store = await openStore();
  const ctx = testContext();
  const made = entities().flatMap((entity) => madeUpRecords(entity, store.id));
  expect(made.length).toBeGreaterThan(5);
  for (const item of made) await transact(ctx, [{ entity: String(item._t), put: item }]);
  await ok(stores.deleteStore, { params: { storeId: store.id }, as: store.owner });
  await purgeAndCheck(store.id);
});

// Kinds that the deletion itself reads must be real records.
const KINDS_READ = new Set(["tenant", "tenant_plan", "subscription", "payment", "payment_attempt", "refund"]);

/**
 * Records with only what a deletion reads: their keys, and parents of child kinds. No worker handles them.
 */
function madeUpRecords(entity: AnyEntity, storeId: string): Record<string, unknown>[] {
  const rule = entity.deletion.tenant;
  if (entity.tenant === undefined || KINDS_READ.has(entity.name)) return [];
  const [fields] = fc.sample(inputOf(entity.schema), { seed, numRuns: 1 });
  const slots: Record<string, unknown> = { ...Object(fields), [entity.tenant]: storeId };
  if (rule === "partition") return [newItem(entity, slots)];
  if (typeof rule !== "object" || !("below" in rule)) return [];
  const parent = entities().find(({ name }) => name === rule.below);
  if (!parent?.tenant) return [];
  const parentItem = newItem(parent, { ...slots, [parent.tenant]: storeId, id: `${rule.below}_synthetic` });
  return [parentItem, newItem(entity, { ...slots, [rule.slot]: parentItem.sk })];
}

function newItem(entity: AnyEntity, slots: Record<string, unknown>): Record<string, unknown> {
  const fill = (template: string) =>
    template.replace(/\{(\w+)(?:%(\d+))?\}/g, (_, slot: string, shards?: string) => {
      const value = String(slots[slot] || "synthetic")
        .slice(0, 100)
        .toWellFormed();
      return shards ? `${shardOf(value, Number(shards))}/${shards}` : value;
    });
  return { pk: fill(entity.pk), sk: fill(entity.sk), _t: "synthetic", _v: 1 };
}
