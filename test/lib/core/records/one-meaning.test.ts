import { describe, expect, test } from "vitest";
import type { Operation } from "#core/http/contract.ts";
import { providers } from "#functions/booking/providers/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { call } from "#test/support/client.ts";
import { openStore, type TestStore } from "#test/support/world.ts";

interface Kind {
  create: Operation;
  update: Operation;
  get: Operation;
  list: Operation;
  /** Slot of the record in its path. */
  slot: string;
  archived: string;
  body?: (store: TestStore) => Promise<object>;
}

const KINDS: Record<string, Kind> = {
  forms: {
    ...{ create: forms.createForm, update: forms.updateForm, get: forms.getForm, list: forms.listForms },
    ...{ slot: "formId", archived: "archived" },
  },
  collections: {
    ...{ create: collections.createCollection, update: collections.updateCollection },
    ...{ get: collections.getCollection, list: collections.listCollections },
    ...{ slot: "collectionId", archived: "archived" },
  },
  taxonomies: {
    ...{ create: taxonomies.createTaxonomy, update: taxonomies.updateTaxonomy },
    ...{ get: taxonomies.getTaxonomy, list: taxonomies.listTaxonomies },
    ...{ slot: "taxonomyId", archived: "archived" },
  },
  nodes: {
    ...{ create: nodes.createNode, update: nodes.updateNode, get: nodes.getNode, list: nodes.listNodes },
    ...{ slot: "nodeId", archived: "ARCHIVED" },
  },
  entries: {
    ...{ create: entries.createEntry, update: entries.updateEntry },
    ...{ get: entries.getEntry, list: entries.listEntries },
    ...{ slot: "entryId", archived: "archived" },
    body: async (store) => ({
      collection_id: (await send(store, collections.createCollection, { body: { key: "all" } })).id,
    }),
  },
  services: {
    ...{ create: services.createService, update: services.updateService },
    ...{ get: services.getService, list: services.listServices },
    ...{ slot: "serviceId", archived: "ARCHIVED" },
  },
  providers: {
    ...{ create: providers.createProvider, update: providers.updateProvider },
    ...{ get: providers.getProvider, list: providers.listProviders },
    ...{ slot: "providerId", archived: "ARCHIVED" },
  },
};

const WITH_SLUGS = ["nodes", "entries", "services", "providers"];

type RequestParts = { params?: Record<string, string>; query?: Record<string, string>; body?: object };

async function reply(store: TestStore, operation: Operation, { params, query, body }: RequestParts) {
  const names = { storeId: store.id, businessId: store.id, ...params };
  const options = { params: names, query: query ?? {}, as: store.owner, ...(body ? { body } : {}) };
  return call(operation, options as never) as Promise<{ status: number; body: unknown }>;
}

async function send(store: TestStore, operation: Operation, sent: RequestParts) {
  const { status, body } = await reply(store, operation, sent);
  if (status >= 400) throw new Error(`${operation.id} answered ${status}: ${JSON.stringify(body)}`);
  return body as { id: string; items: { id: string }[]; cursor: string | null };
}

describe.each(Object.entries(KINDS))("%s", (name, { create, update, get, list, slot, archived, body }) => {
  const made = (async () => {
    const store = await openStore();
    const common = await body?.(store);
    const ids: string[] = [];
    for (const key of ["a-first", "b-second", "c-third"])
      ids.push((await send(store, create, { body: { ...common, key } })).id);
    await send(store, update, { params: { [slot]: ids[2] ?? "" }, body: { status: archived } });
    return { store, ids };
  })();
  const listed = async (query: Record<string, string>) => {
    const { items } = await send((await made).store, list, { query });
    return items.map(({ id }) => id);
  };

  test("that are requested by id come in that order, each once", async () => {
    const [a = "", b = "", c = ""] = (await made).ids;
    expect(await listed({ ids: `${b},${c},nobody_1,${a},${b}`, limit: "1" })).toEqual([b, c, a]);
  });

  test("that are requested by id or key are filtered, and sorted on request", async () => {
    const [a = "", b = "", c = ""] = (await made).ids;
    expect(await listed({ ids: `${b},${c},${a}`, status: archived })).toEqual([c]);
    expect(await listed({ ids: `${b},${c},${a}`, query: "first" })).toEqual([a]);
    expect(await listed({ ids: `${a},${b}`, key: "b-second" })).toEqual([b]);
    expect(await listed({ key: "a-first", status: archived })).toEqual([]);
    const sort = name === "services" || name === "providers" ? "sortField" : "sort_field";
    expect(await listed({ ids: `${c},${a},${b}`, [sort]: "key" })).toEqual([a, b, c]);
  });

  test("ignore an empty filter, but return no record for empty ids", async () => {
    const empty = { status: "", cursor: "", limit: "", query: "", key: "" };
    expect(await listed(empty)).toEqual(await listed({}));
    expect((await listed(empty)).length).toBeGreaterThanOrEqual(3);
    expect(await listed({ ids: "" })).toEqual([]);
    expect(await listed({ ids: "[]" })).toEqual([]);
  });

  test("are requested by at most a hundred ids", async () => {
    const { store } = await made;
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `x_${index}`).join(",");
    expect((await reply(store, list, { query: { ids: ids(100) } })).status).toBe(200);
    expect(await reply(store, list, { query: { ids: ids(101) } })).toMatchObject({ status: 400 });
  });

  test("are found by every form of lookup, but not by an empty key", async () => {
    const { store, ids } = await made;
    const found = async (segment: string, query: Record<string, string> = {}) =>
      (await send(store, get, { params: { [slot]: segment }, query })).id;
    expect(await found(ids[0] ?? "")).toBe(ids[0]);
    expect(await found("-", { key: "a-first" })).toBe(ids[0]);
    expect(await found(`${store.id}:a-first`)).toBe(ids[0]);
    expect(await found(ids[1] ?? "", { key: "" })).toBe(ids[1]);
    expect(await reply(store, get, { params: { [slot]: "store_other:a-first" } })).toMatchObject({
      body: { error: expect.stringMatching(/\.NOT_FOUND$/) },
    });
  });

  if (!WITH_SLUGS.includes(name)) return;
  test("are named by either a key or a slug", async () => {
    const { store, ids } = await made;
    await send(store, update, {
      params: { [slot]: ids[0] ?? "" },
      body: { slug: { en: "één", "de-AT": "eins" } },
    });
    const at = (query: Record<string, string>) => reply(store, get, { params: { [slot]: "-" }, query });
    expect(await at({ slug: "e\u0301e\u0301n" })).toMatchObject({ body: { id: ids[0] } });
    expect(await at({ slug: "eins", locale: "de-at" })).toMatchObject({ body: { id: ids[0] } });
    expect(await at({ slug: "eins", key: "" })).toMatchObject({ status: 404 });
    expect(await at({ slug: "één", key: "a-first" })).toMatchObject({
      status: 400,
      body: { validationErrors: [{ field: "slug" }] },
    });
  });
});

test("promo codes that are requested by id ignore all other filters", async () => {
  const store = await openStore();
  const discounts = [{ type: "items_percentage", market_id: "eu", bps: 1000 }];
  const make = async (code: string) =>
    (await send(store, promoCodes.createPromoCode, { body: { code, discounts } })).id;
  const [one, other] = [await make("ONE"), await make("OTHER")];
  const listed = async (query: Record<string, string>) =>
    (await send(store, promoCodes.listPromoCodes, { query })).items.map(({ id }) => id);
  expect(await listed({ ids: `${one},${other}` })).toEqual([one, other]);
  expect(await listed({ ids: `${one},${other}`, query: "oth" })).toEqual([one, other]);
  expect(await listed({ ids: `${one},${other}`, status: "archived" })).toEqual([one, other]);
  expect(await listed({ query: "oth" })).toEqual([other]);
  expect(await listed({ ids: "" })).toEqual([]);
});

test("the stores of a person can be sorted only by fields that they have", async () => {
  const store = await openStore();
  expect(await reply(store, stores.listStores, { query: { sort_field: "zzz" } })).toMatchObject({
    status: 400,
    body: { validationErrors: [{ field: "sort_field" }] },
  });
  expect((await reply(store, stores.listStores, { query: { sort_field: "created_at" } })).status).toBe(200);
});
