import { expect, test } from "vitest";
import { queryItems } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { providers } from "#functions/booking/providers/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { businessCollections, businessEntries } from "#functions/content/legacy-content/routes.ts";
import { media } from "#functions/content/media/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { creation } from "#lib/content/media/service.ts";
import { references, referrers } from "#lib/content/media/table.ts";
import { nodes as nodeRecords } from "#lib/content/nodes/table.ts";
import { trackUsage } from "#lib/system/media-usage/service.ts";
import { ok } from "#test/support/client.ts";
import { seeded } from "#test/support/random.ts";
import { bulkWrite, interceptCalls, withJitter } from "#test/support/table.ts";
import { eventually, openStore, type TestStore, testContext, testEvent } from "#test/support/world.ts";

/** Files of a store, without their bytes. */
async function createFiles({ id: store_id }: TestStore, count: number): Promise<string[]> {
  const ctx = testContext();
  const files = Array.from({ length: count }, (_, index) => ({
    id: newId("media"),
    store_id,
    name: `${index}.png`,
    file: `${index}.png`,
    kind: "image" as const,
    mime_type: "image/png",
    size: 1,
    slug: {},
    alt: {},
    width: 1,
    height: 1,
    created_at: ctx.now(),
    updated_at: ctx.now(),
  }));
  await bulkWrite(files.map((file) => creation(ctx, file)).flatMap(([record]) => record ?? []));
  return files.map(({ id }) => id);
}

async function usageOf({ id: storeId, owner }: TestStore, mediaId: string): Promise<string[]> {
  const { items } = await ok(media.getMediaUsage, { params: { storeId, mediaId }, as: owner });
  return items.map(({ resource, record_id }) => `${resource} ${record_id}`);
}

/** Waits until exactly these records use each file, in the order of their keys. */
async function waitForUsage(store: TestStore, expected: Record<string, string[]>): Promise<void> {
  const wanted = JSON.stringify(Object.values(expected).map((records) => records.toSorted()));
  await eventually(async () => {
    const found = await Promise.all(Object.keys(expected).map((id) => usageOf(store, id)));
    return JSON.stringify(found) === wanted;
  }, `the usage ${wanted}`);
}

const picture = (...ids: string[]) => ({
  key: "pictures",
  type: "RELATIONSHIP_MEDIA" as const,
  value: ids.map((id) => `media:${id}`),
});

const trackNode = (store: TestStore, record_id: string, batch?: number) => {
  const event = testEvent({ tenant_id: store.id, type: "node.updated", record_id });
  return withRetries(() => trackUsage(testContext(), event, batch));
};

test("a file is used by the services and providers that show it, while they do", async () => {
  const store = await openStore();
  const [a = "", b = ""] = await createFiles(store, 2);
  const at = { params: { businessId: store.id }, as: store.owner };
  const provider = await ok(providers.createProvider, {
    ...at,
    body: { key: "ann", name: "Ann", blocks: [picture(a)] },
  });
  const service = await ok(services.createService, {
    ...at,
    body: { key: "cut", name: "Cut", durations: [{ duration: 30 }], blocks: [picture(a, b)] },
  });
  await waitForUsage(store, {
    [a]: [`provider ${provider.id}`, `service ${service.id}`],
    [b]: [`service ${service.id}`],
  });
  const one = { ...at, params: { businessId: store.id, serviceId: service.id } };
  await ok(services.updateService, { ...one, body: { blocks: [picture(b)] } });
  await waitForUsage(store, { [a]: [`provider ${provider.id}`], [b]: [`service ${service.id}`] });
  await ok(services.deleteService, one);
  await ok(providers.deleteProvider, { ...at, params: { businessId: store.id, providerId: provider.id } });
  await waitForUsage(store, { [a]: [], [b]: [] });
});

test("a file is used by the nodes that show it, however deep, while they do", async () => {
  const store = await openStore();
  const [a = "", b = "", c = ""] = await createFiles(store, 3);
  const at = { params: { storeId: store.id }, as: store.owner };
  const nested = { key: "hero", type: "BLOCK" as const, value: [{ ...picture(b), id: "inner" }] };
  const text = { key: "title", type: "TEXT" as const, value: [`media:${c}`] };
  const home = await ok(nodes.createNode, {
    ...at,
    body: { key: "home", blocks: [picture(a, a), nested, text] },
  });
  const shop = await ok(nodes.createNode, { ...at, body: { key: "shop", blocks: [picture(a)] } });
  await waitForUsage(store, {
    [a]: [`node ${home.id}`, `node ${shop.id}`],
    [b]: [`node ${home.id}`],
    [c]: [],
  });
  const one = { params: { storeId: store.id, nodeId: home.id }, as: store.owner };
  await ok(nodes.updateNode, { ...one, body: { blocks: [picture(b, c)] } });
  await waitForUsage(store, { [a]: [`node ${shop.id}`], [b]: [`node ${home.id}`], [c]: [`node ${home.id}`] });
  await ok(nodes.updateNode, { ...one, body: { status: "ARCHIVED" } });
  await ok(nodes.deleteNode, { ...at, params: { storeId: store.id, nodeId: shop.id } });
  await waitForUsage(store, { [a]: [], [b]: [`node ${home.id}`], [c]: [`node ${home.id}`] });
  await ok(nodes.deleteNode, one);
  await waitForUsage(store, { [a]: [], [b]: [], [c]: [] });
});

test("a file is used by entries until they or their collection are deleted", async () => {
  const store = await openStore();
  const [a = "", b = ""] = await createFiles(store, 2);
  const at = { params: { storeId: store.id }, as: store.owner };
  const fields = [
    { key: "cover", type: "media" as const },
    { key: "gallery", type: "media" as const },
  ];
  const collection = await ok(collections.createCollection, { ...at, body: { key: "posts", fields } });
  const create = (key: string, given: { key: string; value: unknown }[]) =>
    ok(entries.createEntry, { ...at, body: { collection_id: collection.id, key, fields: given } });
  const first = await create("first", [{ key: "cover", value: `media:${a}` }]);
  const second = await create("second", [{ key: "gallery", value: [`media:${a}`, `media:${b}`] }]);
  await waitForUsage(store, {
    [a]: [`entry ${first.id}`, `entry ${second.id}`],
    [b]: [`entry ${second.id}`],
  });
  const params = { storeId: store.id, entryId: first.id };
  await ok(entries.updateEntry, { ...at, params, body: { fields: [{ key: "cover", value: `media:${b}` }] } });
  await waitForUsage(store, {
    [a]: [`entry ${second.id}`],
    [b]: [`entry ${first.id}`, `entry ${second.id}`],
  });
  await ok(entries.deleteEntry, { ...at, params });
  await waitForUsage(store, { [a]: [`entry ${second.id}`], [b]: [`entry ${second.id}`] });
  const gone = { storeId: store.id, collectionId: collection.id };
  await ok(collections.deleteCollection, { ...at, params: gone });
  await waitForUsage(store, { [a]: [], [b]: [] });
});

test("a file is used by the entries of the business interface", async () => {
  const store = await openStore();
  const [a = "", b = ""] = await createFiles(store, 2);
  const at = { params: { businessId: store.id }, as: store.owner };
  const blocks = [
    { id: "cover", type: "MEDIA" },
    { id: "extra", type: "MEDIA" },
  ];
  const collection = await ok(businessCollections.createBusinessCollection, {
    ...at,
    body: { name: "Weekly", type: "newsletter", blocks, statuses: [{ status: "PUBLISHED" }] },
  });
  const values = [
    { id: "cover", value: a },
    { id: "extra", value: [`media:${b}`] },
  ];
  const entry = await ok(businessEntries.createBusinessEntry, {
    ...at,
    body: { collectionId: collection.id, blocks: values },
  });
  await waitForUsage(store, { [a]: [`entry ${entry.id}`], [b]: [`entry ${entry.id}`] });
  const one = { ...at, params: { businessId: store.id, entryId: entry.id } };
  await ok(businessEntries.updateBusinessEntry, { ...one, body: { blocks: [{ id: "cover", value: "" }] } });
  await waitForUsage(store, { [a]: [], [b]: [] });
});

test("a record with more files than fit a transaction is tracked completely", async () => {
  const store = await openStore();
  const ids = await createFiles(store, 230);
  const at = { params: { storeId: store.id }, as: store.owner };
  const node = await ok(nodes.createNode, {
    ...at,
    body: { key: "wall", blocks: [picture(...ids.slice(0, 200))] },
  });
  const uses = (from: number, to: number) =>
    Object.fromEntries(
      ids.flatMap((id, index) =>
        index % 7 === 0 || index === from || index === to - 1
          ? [[id, index >= from && index < to ? [`node ${node.id}`] : []]]
          : [],
      ),
    );
  await waitForUsage(store, uses(0, 200));
  const one = { params: { storeId: store.id, nodeId: node.id }, as: store.owner };
  await ok(nodes.updateNode, { ...one, body: { blocks: [picture(...ids.slice(110))] } });
  await waitForUsage(store, uses(110, 230));
});

test("concurrent, repeated, late and partial runs end with the files that the record names", async () => {
  const store = await openStore();
  const ids = await createFiles(store, 8);
  const at = { params: { storeId: store.id }, as: store.owner };
  const node = await ok(nodes.createNode, { ...at, body: { key: "n", blocks: [picture(...ids)] } });
  const one = { params: { storeId: store.id, nodeId: node.id }, as: store.owner };
  await seeded(async (random) => {
    for (const from of [2, 5, 0, 4]) {
      await withJitter(random, 4, () =>
        Promise.all([
          ok(nodes.updateNode, { ...one, body: { blocks: [picture(...ids.slice(from, from + 3))] } }),
          // A run that always loses to the others would be retried by the queue.
          ...[1, 2, 3].map((batch) => trackNode(store, node.id, batch).catch(() => undefined)),
        ]),
      );
      await waitForUsage(
        store,
        Object.fromEntries(
          ids.map((id, index) => [id, index >= from && index < from + 3 ? [`node ${node.id}`] : []]),
        ),
      );
    }
  });
  await trackNode(store, node.id);
  expect(await usageOf(store, ids[4] ?? "")).toEqual([`node ${node.id}`]);
  await ok(nodes.deleteNode, one);
  await waitForUsage(store, Object.fromEntries(ids.map((id) => [id, []])));
  await trackNode(store, node.id);
  expect(await usageOf(store, ids[4] ?? "")).toEqual([]);
});

test("a run during which its record is deleted restores no reference", async () => {
  const store = await openStore();
  const [a = ""] = await createFiles(store, 1);
  const id = newId("node");
  const block = { ...picture(a), id: "pictures", properties: {} };
  const filed = { parent_id: null, type: "page", slug: {}, taxonomies: [], status: "ACTIVE" as const };
  const at = { created_at: 1, updated_at: 1 };
  // Written and deleted without events, so this is the only run.
  await bulkWrite([
    nodeRecords.create({ id, key: "n", store_id: store.id, blocks: [block], ...filed, ...at }),
  ]);
  let overtaken = false;
  const overtake = async (command: string, next: () => Promise<unknown>) => {
    if (command.startsWith("TransactWrite") && !overtaken) {
      overtaken = true;
      await transact(testContext(), [nodeRecords.removeKey({ store_id: store.id, id })]);
    }
    return next();
  };
  await interceptCalls(overtake, () => trackNode(store, id));
  expect(overtaken).toBe(true);
  expect(await usageOf(store, a)).toEqual([]);
});

test("no reference is left of a deleted store or a deleted file", async () => {
  const store = await openStore();
  const [a = "", b = ""] = await createFiles(store, 2);
  const at = { params: { storeId: store.id }, as: store.owner };
  const node = await ok(nodes.createNode, { ...at, body: { key: "home", blocks: [picture(a, b)] } });
  await waitForUsage(store, { [a]: [`node ${node.id}`], [b]: [`node ${node.id}`] });
  await ok(media.deleteMedia, { ...at, params: { storeId: store.id, mediaId: a } });
  await ok(stores.deleteStore, at);
  const partitions = [references, referrers].map((each) => each.partition({ store_id: store.id }));
  await eventually(async () => {
    const pages = await Promise.all(partitions.map((each) => queryItems(each, { consistent: true })));
    return pages.every(({ items }) => items.length === 0);
  }, "the deletion of the references");
});
