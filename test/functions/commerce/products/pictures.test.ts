import { expect, test } from "vitest";
import { products, productTransfers } from "#functions/commerce/products/routes.ts";
import { media } from "#functions/content/media/routes.ts";
import { exportProducts } from "#lib/commerce/products/export.ts";
import { ok } from "#test/support/client.ts";
import { formOf, samplePictures } from "#test/support/media.ts";
import { eventually, openStore, type TestStore, testContext } from "#test/support/world.ts";

async function run({ id: storeId, owner }: TestStore, format: "csv" | "jsonl", text: string) {
  const params = { storeId };
  const size = Buffer.byteLength(text);
  const made = await ok(productTransfers.createImport, { params, as: owner, body: { format, size } });
  const form = new FormData();
  for (const [name, value] of Object.entries(made.upload.fields)) form.set(name, value);
  form.set("file", new Blob([text]));
  expect((await fetch(made.upload.url, { method: "POST", body: form })).status).toBeLessThan(300);
  const named = { params: { ...params, importId: made.id }, as: owner };
  await ok(productTransfers.startImport, named);
  return eventually(async () => {
    const now = await ok(productTransfers.getImport, named);
    return (now.status === "completed" || now.status === "failed") && now;
  }, "the import");
}

async function uploadPicture({ id: storeId, owner }: TestStore) {
  const { png } = await samplePictures();
  const raw = formOf([{ name: "mug.png", bytes: png }]);
  const [made] = await ok(media.createMedia, { params: { storeId }, as: owner, raw });
  return made ?? { id: "", url: "" };
}

const read = ({ id: storeId, owner }: TestStore, key: string, query = {}) =>
  ok(products.getProduct, { params: { storeId, productId: `${storeId}:${key}` }, as: owner, query });
const picturesOf = ({ blocks }: Awaited<ReturnType<typeof read>>) =>
  blocks.find(({ key }) => key === "pictures")?.value;

test("an import downloads each picture once and reports invalid ones by line", async () => {
  const [there, here] = await Promise.all([openStore(), openStore()]);
  const { url } = await uploadPicture(there);
  const csv = `key,sku,media_urls\nmug,M,${url}\ncup,C,${url}\nbad,B,${new URL("/v1/nothing", url).href}\n`;
  for (const created of [2, 0]) {
    const done = await run(here, "csv", csv);
    expect(done).toMatchObject({ status: "completed", created, updated: 2 - created, failed: 1 });
    expect(done.faults).toMatchObject([{ line: 4, key: "bad", error: "MEDIA.UPLOAD_FAILED" }]);
  }
  const lines = ["mug", "tea"].map((key) => JSON.stringify({ key, media_urls: [url] })).join("\n");
  expect(await run(here, "jsonl", lines)).toMatchObject({ created: 1, updated: 1, failed: 0 });
  const found = await Promise.all(["mug", "cup", "tea"].map((key) => read(here, key)));
  const [first] = picturesOf(found[0] ?? found[1] ?? (await read(here, "mug"))) ?? [];
  expect(found.map(picturesOf)).toEqual([[first], [first], [first]]);
  const { items } = await ok(media.listMedia, { params: { storeId: here.id }, query: { limit: 10 } });
  expect(items.map(({ id }) => `media:${id}`)).toEqual([first]);
});

test("a picture lists the products that use it, and products show it hydrated", async () => {
  const store = await openStore();
  const { id: storeId, owner } = store;
  const [one, other] = [await uploadPicture(store), await uploadPicture(store)];
  const picture = (id: string) => ({ key: "p", type: "RELATIONSHIP_MEDIA" as const, value: [`media:${id}`] });
  const body = { key: "mug", blocks: [picture(one.id)], variants: [{ attributes: [picture(other.id)] }] };
  const { id: productId } = await ok(products.createProduct, { params: { storeId }, as: owner, body });
  const usage = async (mediaId: string) => {
    const { items } = await ok(media.getMediaUsage, { params: { storeId, mediaId }, as: owner });
    return items.map(({ resource, record_id }) => `${resource} ${record_id}`).join();
  };
  for (const { id } of [one, other])
    await eventually(async () => (await usage(id)) === `product ${productId}`, "the usage");
  const filled = await read(store, "mug", { hydrate: true });
  expect(filled.blocks[0]?.value).toMatchObject([{ id: one.id, mimeType: "image/png", url: one.url }]);
  expect(filled.variants[0]?.attributes[0]?.value).toMatchObject([{ id: other.id, url: other.url }]);
  const { items } = await ok(products.listProducts, {
    params: { storeId },
    as: owner,
    query: { hydrate: true, status: "draft" },
  });
  expect(items[0]?.blocks[0]?.value).toMatchObject([{ id: one.id }]);
  await ok(products.deleteProduct, { params: { storeId, productId }, as: owner });
  for (const { id } of [one, other]) await eventually(async () => (await usage(id)) === "", "no usage");
});

test("an export too large for an answer is stored, and a redirect leads to it", async () => {
  const store = await openStore();
  const keys = Array.from({ length: 120 }, (_, index) => `p-${1000 + index}`);
  const text = keys.map((key) => JSON.stringify({ key, variants: [{ sku: key }] })).join("\n");
  await run(store, "jsonl", text);
  const ctx = testContext({ operation: "exportProducts" });
  const reply = await exportProducts(ctx, store.id, { format: "csv" }, 1000);
  expect(reply).toMatchObject({ status: 303, headers: { location: expect.stringContaining("http") } });
  expect(reply.headers["x-next-cursor"]).toBeUndefined();
  const file = await fetch(reply.headers.location ?? "");
  expect(file.headers.get("content-type")).toContain("text/csv");
  expect(file.headers.get("content-disposition")).toContain("products.csv");
  const whole = await file.text();
  expect(whole).toBe((await exportProducts(ctx, store.id, { format: "csv" })).body);
  expect(
    whole
      .split("\n")
      .slice(1, -1)
      .map((line) => line.split(",")[0]),
  ).toEqual(keys);
});
