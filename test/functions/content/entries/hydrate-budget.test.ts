import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { createCollection } from "#lib/content/collections/service.ts";
import { readEntries } from "#lib/content/entries/hydrate.ts";
import type { Entry } from "#lib/content/entries/schema.ts";
import { getEntry, listEntries } from "#lib/content/entries/service.ts";
import { entries } from "#lib/content/entries/table.ts";
import { viewEntry } from "#lib/content/entries/view.ts";
import type { StoredMedia } from "#lib/content/media/schema.ts";
import { media } from "#lib/content/media/table.ts";
import { bulkWrite, watchCalls } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

const ctx = testContext();
const BUDGET = 100;

function mediaOf(store_id: string, index: number): StoredMedia {
  return {
    id: newId("media"),
    store_id,
    name: `picture-${index}.jpg`,
    file: `picture-${index}.jpg`,
    kind: "image",
    mime_type: "image/jpeg",
    size: 1000,
    slug: {},
    alt: {},
    width: 2400,
    height: 1600,
    created_at: 1,
    updated_at: 1,
  };
}

async function openGallery(entryCount: number, mediaCount: number) {
  const storeId = newId("store");
  const fields = [{ key: "pictures", type: "media" as const, required: false, properties: {} }];
  const { id: collection_id, fields: made } = await createCollection(ctx, storeId, {
    key: "galleries",
    fields,
  });
  const files = Array.from({ length: entryCount * mediaCount }, (_, index) => mediaOf(storeId, index));
  const all = Array.from({ length: entryCount }, (_, index): Entry => {
    const own = files.slice(index * mediaCount, (index + 1) * mediaCount);
    return {
      id: newId("entry", 1_780_000_000 + index),
      store_id: storeId,
      collection_id,
      key: `gallery-${index}`,
      slug: {},
      fields: [
        {
          type: "media",
          field_id: made[0]?.id ?? "",
          key: "pictures",
          value: own.map(({ id }) => `media:${id}`),
        },
      ],
      status: "active",
      created_at: 1,
      updated_at: 1,
    };
  });
  // A page shows the newest entries first, and reads only as many media as it may fill in.
  const read = files.slice(-6 * mediaCount);
  await bulkWrite([...read.map((file) => media.put(file)), ...all.map((entry) => entries.put(entry))]);
  return { storeId, collection_id, all };
}

test("a page of 100 entries with 20 media each is hydrated by one batch, within the budget", async () => {
  const { storeId, collection_id } = await openGallery(100, 20);
  const query = { collection_id, limit: 100 };
  const read = (hydrate: boolean) => watchCalls(() => listEntries(ctx, storeId, { ...query, hydrate }));
  const [plain, filled] = [await read(false), await read(true)];
  const batches = filled.calls.filter(({ command }) => command.startsWith("BatchGet"));
  expect(filled.calls.length - plain.calls.length).toBe(1);
  for (const { input } of batches)
    expect(JSON.stringify(input).split('"pk":').length - 1).toBeLessThanOrEqual(100);
  const values = filled.result.items.flatMap(({ fields }) =>
    fields.flatMap(({ value }) => value as unknown[]),
  );
  expect(values).toHaveLength(2000);
  const objects = values.filter((value) => typeof value === "object");
  expect(objects).toHaveLength(BUDGET);
  expect(objects[0]).toMatchObject({
    name: expect.stringMatching(/^picture/),
    mimeType: "image/jpeg",
    resolutions: { small: { width: 320 } },
  });
  expect(values.slice(BUDGET).every((value) => /^media:media_/.test(String(value)))).toBe(true);
  const time = ({ calls }: typeof plain) => calls.reduce((sum, call) => sum + call.milliseconds, 0);
  console.info(
    `hydrating 100 entries took ${Math.round(time(filled) - time(plain))} ms more than reading them`,
  );
});

test("a media reference is filled in, and stays a reference once the media is deleted", async () => {
  const { storeId, all } = await openGallery(1, 2);
  const [entry] = all;
  const [first] = (entry?.fields[0]?.value ?? []) as string[];
  await transact(ctx, [media.removeKey({ store_id: storeId, id: String(first).replace("media:", "") })]);
  const found = await getEntry(ctx, storeId, entry?.id ?? "", { hydrate: true });
  expect(found.fields[0]?.value).toMatchObject([first, { mimeType: "image/jpeg" }]);
});

/** Entries of one collection. Each refers to the entries at its list of indexes. */
async function openEntries(references: number[][]) {
  const storeId = newId("store");
  const fields = [{ key: "related", type: "entry" as const, required: false, properties: {} }];
  const collection = await createCollection(ctx, storeId, { key: "circle", fields });
  const ids = references.map((_, index) => newId("entry", 1_780_000_000 + index));
  const all = references.map((indexes, index): Entry => {
    const value = indexes.map((other) => `entry:${ids[other]}`);
    const field_id = collection.fields[0]?.id ?? "";
    return {
      id: ids[index] ?? "",
      store_id: storeId,
      collection_id: collection.id,
      key: `e${index}`,
      slug: {},
      fields: [{ type: "entry", field_id, key: "related", value }],
      status: "active",
      created_at: 1,
      updated_at: 1,
    };
  });
  await bulkWrite(all.map((entry) => entries.put(entry)));
  return { storeId, ids };
}

const related = (entry: unknown) => ((entry as Entry).fields[0]?.value ?? []) as unknown[];

test("a cycle is followed for three levels, and each object is read once", async () => {
  const { storeId, ids } = await openEntries([[1], [0]]);
  const read = (hydrate: boolean) => watchCalls(() => getEntry(ctx, storeId, ids[0] ?? "", { hydrate }));
  // The first read does not yet know the entry's collection.
  expect((await read(false)).calls).toHaveLength(2);
  const [plain, filled] = [await read(false), await read(true)];
  expect(plain.calls).toHaveLength(1);
  const [first] = related(filled.result);
  const [second] = related(first);
  const [third] = related(second);
  expect([first, second, third].map((entry) => (entry as Entry).key)).toEqual(["e1", "e0", "e1"]);
  expect(related(third)).toEqual([`entry:${ids[0]}`]);
  // Of the cycle, only the other entry still has to be read.
  expect(filled.calls.length - plain.calls.length).toBe(1);
});

test("a hundred references are filled in, one batch for each level, and the rest stay strings", async () => {
  const width = 9;
  const all = Array.from({ length: width }, (_, index) => index);
  const { storeId, ids } = await openEntries(all.map(() => all));
  const { result, calls } = await watchCalls(() => getEntry(ctx, storeId, ids[0] ?? "", { hydrate: true }));
  const levels: unknown[][] = [[result]];
  for (let level = 1; level <= 4; level++)
    levels.push(levels[level - 1]?.flatMap((one) => (typeof one === "object" ? related(one) : [])) ?? []);
  const filled = levels.map((level) => level.filter((one) => typeof one === "object").length);
  expect(filled).toEqual([1, width, width * width, BUDGET - width - width * width, 0]);
  const strings = levels.flat().filter((one) => typeof one === "string");
  expect(strings.every((one) => /^entry:entry_/.test(String(one)))).toBe(true);
  const reads = calls.filter(({ command }) => /^(Batch)?Get/.test(command));
  // The entry, its collection and the first level. Deeper levels refer to the same entries.
  expect(reads).toHaveLength(3);
});

test("up to 100 references are filled in, and the 101st stays a string", async () => {
  for (const count of [99, 100, 101]) {
    const others = Array.from({ length: count }, (_, index) => index + 1);
    const { storeId, ids } = await openEntries([others, ...others.map(() => [])]);
    const found = related(await getEntry(ctx, storeId, ids[0] ?? "", { hydrate: true }));
    expect(found.filter((one) => typeof one === "object")).toHaveLength(Math.min(count, BUDGET));
    expect(found.slice(BUDGET).every((one) => typeof one === "string")).toBe(true);
  }
});

test("an object that does not fit an answer stays a string when hydrated, and is listed alone", async () => {
  const others = Array.from({ length: 14 }, (_, index) => index + 1);
  const { storeId, ids } = await openEntries([others, ...others.map(() => [])]);
  const heavy = ids.slice(1);
  const text = { type: "text" as const, field_id: "t", key: "t", value: "a".repeat(380_000) };
  const found = await readEntries(storeId, heavy);
  await bulkWrite(found.map((entry) => entries.put({ ...entry, fields: [text] })));
  const most = 5_000_000;
  // An answer has each value twice: in `fields` and in `blocks`.
  const bytesOf = (answered: Entry[]) => JSON.stringify(answered.map(viewEntry)).length;
  const entry = await getEntry(ctx, storeId, ids[0] ?? "", { hydrate: true });
  expect(bytesOf([entry])).toBeLessThan(most);
  const kinds = related(entry).map((value) => typeof value);
  expect(kinds).toEqual([...Array(5).fill("object"), ...Array(9).fill("string")]);
  const query = { ids: [...heavy, ...heavy] };
  const pages = [await listEntries(ctx, storeId, query)];
  for (let cursor = pages[0]?.cursor; cursor; cursor = pages.at(-1)?.cursor) {
    await expect(listEntries(ctx, storeId, { ids: heavy, cursor })).rejects.toThrow("cursor");
    pages.push(await listEntries(ctx, storeId, { ...query, cursor }));
  }
  expect(pages.map(({ items }) => items.length)).toEqual([5, 5, 4]);
  for (const { items } of pages) expect(bytesOf(items)).toBeLessThan(most);
  expect(pages.flatMap(({ items }) => items).map(({ id }) => id)).toEqual(heavy);
});
