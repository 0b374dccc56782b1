import { expect, test } from "vitest";
import { sizeOf } from "#core/records/record.ts";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { businessEvents, storeEvents } from "#functions/delivery/activity/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { call, ok } from "#test/support/client.ts";
import { inspectorAddress, receivedWebhooks } from "#test/support/inspector.ts";
import { eventually, openStore } from "#test/support/world.ts";

/** Bytes of the largest possible record. */
const LARGEST = 394 * 1024;
const TEXT = [{ key: "body", type: "text" }];

/** A store with a webhook, and its events of a record in order. */
async function openListeningStore() {
  const { id: storeId, owner } = await openStore();
  const { name, url } = inspectorAddress();
  const params = { storeId };
  await ok(webhooks.createWebhook, { params, as: owner, body: { url } });
  const toldOf = (id: string, count: number) =>
    eventually(async () => {
      const all = (await receivedWebhooks(name)).map(({ body }) => JSON.parse(body));
      const own = all.filter(({ data }) => data.id === id).toSorted((a, b) => a.sequence - b.sequence);
      return own.length >= count && own;
    }, "the webhooks of a record");
  return { storeId, owner, params, toldOf };
}

/** A shown record without its version, which events do not have. */
function withoutVersion<T extends { version: number }>({ version: _version, ...rest }: T) {
  return rest;
}

test("webhooks and feeds show all fields of a collection or entry that its GET shows", async () => {
  const { storeId, owner, params, toldOf } = await openListeningStore();
  const made = await ok(collections.createCollection, {
    params,
    as: owner,
    body: { key: "articles", fields: TEXT },
  });
  const fields = [...TEXT, { key: "lead", type: "text" }];
  const at = { params: { storeId, collectionId: made.id }, as: owner };
  const changed = await ok(collections.updateCollection, { ...at, body: { fields } });
  expect(changed.schema).toEqual(changed.fields);
  const body = { collection_id: made.id, key: "one", fields: [{ key: "body", value: "short" }] };
  const entry = await ok(entries.createEntry, { params, as: owner, body });
  const place = { params: { storeId, entryId: entry.id }, as: owner };
  const later = await ok(entries.updateEntry, {
    ...place,
    body: { fields: [{ key: "body", value: "longer" }] },
  });
  expect(later.blocks.map(({ id, value }) => [id, value])).toEqual(
    later.fields.map(({ field_id, value }) => [field_id, value]),
  );

  for (const [resource, states] of [
    ["collection", [made, changed]],
    ["entry", [entry, later]],
  ] as const) {
    const { id } = states[0];
    const told = await toldOf(id, 2);
    const shown = states.map(withoutVersion);
    expect(told.map(({ type }) => type)).toEqual([`${resource}.created`, `${resource}.updated`]);
    expect(told.map(({ data }) => data)).toEqual(shown);
    const record = `${resource}:${id}`;
    const feed = await ok(storeEvents.listStoreEvents, { params, as: owner, query: { record } });
    expect(feed.items.map(({ data }) => data)).toEqual(shown.toReversed());
    const query = { entity: record };
    const older = await ok(businessEvents.listBusinessEvents, {
      params: { businessId: storeId },
      as: owner,
      query,
    });
    expect(older.items.map(({ payload }) => payload)).toEqual(shown.toReversed());
  }
});

test("the largest possible entry is announced with all fields that its GET shows", async () => {
  const { storeId, owner, params, toldOf } = await openListeningStore();
  const body = { key: "articles", fields: TEXT };
  const { id: collection_id } = await ok(collections.createCollection, { params, as: owner, body });
  const make = (bytes: number) => {
    const fields = [{ key: "body", value: "b".repeat(bytes) }];
    return call(entries.createEntry, {
      params,
      as: owner,
      body: { collection_id, key: `e-${bytes}`, fields },
    });
  };
  let [most, refused] = [LARGEST - 1000, LARGEST];
  expect((await make(most)).status).toBe(201);
  while (refused - most > 1) {
    const bytes = Math.floor((most + refused) / 2);
    if ((await make(bytes)).status === 201) most = bytes;
    else refused = bytes;
  }
  const lookup = { params: { storeId, entryId: "_" }, query: { key: `e-${most}`, collection_id }, as: owner };
  const whole = await ok(entries.getEntry, lookup);
  const place = { params: { storeId, entryId: whole.id }, as: owner };
  const later = await ok(entries.updateEntry, { ...place, body: { status: "draft" } });
  expect(sizeOf(whole)).toBeGreaterThan(2 * most);
  const told = await toldOf(whole.id, 2);
  expect(told.map(({ data }) => data)).toEqual([whole, later].map(withoutVersion));
});

test("a page of events shown twice as large as stored fits an answer and has a cursor", async () => {
  const { storeId, owner, params } = await openListeningStore();
  const body = { key: "articles", fields: TEXT };
  const { id: collection_id } = await ok(collections.createCollection, { params, as: owner, body });
  const fields = [{ key: "body", value: "b".repeat(390_000) }];
  for (let index = 0; index < 10; index++)
    await ok(entries.createEntry, { params, as: owner, body: { collection_id, key: `e-${index}`, fields } });
  const from = (cursor?: string): Record<string, string> => (cursor === undefined ? {} : { cursor });
  const lists: [string, (cursor?: string) => Promise<{ items: unknown[]; cursor: string | null }>][] = [
    [
      "entries",
      (cursor) => ok(entries.listEntries, { params, as: owner, query: { collection_id, ...from(cursor) } }),
    ],
    [
      "feed",
      (cursor) =>
        ok(storeEvents.listStoreEvents, { params, as: owner, query: { record: "entry", ...from(cursor) } }),
    ],
    [
      "business",
      (cursor) =>
        ok(businessEvents.listBusinessEvents, {
          params: { businessId: storeId },
          as: owner,
          query: { entity: "entry", ...from(cursor) },
        }),
    ],
  ];
  for (const [name, list] of lists) {
    let count = 0;
    let cursor: string | undefined;
    do {
      const page = await list(cursor);
      expect(Buffer.byteLength(JSON.stringify(page)), name).toBeLessThan(6_000_000);
      count += page.items.length;
      cursor = page.cursor ?? undefined;
    } while (cursor);
    expect(count, name).toBe(10);
  }
});
