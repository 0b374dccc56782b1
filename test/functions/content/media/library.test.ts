import { beforeAll, describe, expect, test } from "vitest";
import { products } from "#functions/commerce/products/routes.ts";
import { media } from "#functions/content/media/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { findMedia } from "#lib/content/media/service.ts";
import { keysWith } from "#test/support/bucket.ts";
import { ok, refused } from "#test/support/client.ts";
import { formOf, samplePictures } from "#test/support/media.ts";
import { eventually, member, openStore, type TestStore } from "#test/support/world.ts";

let pictures: Awaited<ReturnType<typeof samplePictures>>;

beforeAll(async () => {
  pictures = await samplePictures();
});

const upload = ({ id: storeId, owner }: TestStore, ...names: string[]) => {
  const files = names.map((name) => ({
    name,
    bytes: pictures[name.slice(-3) as "png" | "jpg" | "gif" | "svg"],
  }));
  return ok(media.createMedia, { params: { storeId }, as: owner, raw: formOf(files) });
};

describe("the list", () => {
  test("finds files by name, type, kind and id, page by page and in any order", async () => {
    const store = await openStore();
    const params = { storeId: store.id };
    const made = await upload(store, "red shoe.jpg", "blue shoe.png", "Red hat.png", "map.svg");
    const names = async (query: Record<string, string | number>) =>
      (await ok(media.listMedia, { params, query: { limit: 10, ...query } })).items.map(({ name }) => name);
    expect(await names({})).toEqual(["map.svg", "Red hat.png", "blue shoe.png", "red shoe.jpg"]);
    expect(await names({ query: "sho" })).toEqual(["blue shoe.png", "red shoe.jpg"]);
    expect(await names({ query: "RED sh" })).toEqual(["red shoe.jpg"]);
    expect(await names({ mime_type: "image/png" })).toEqual(["Red hat.png", "blue shoe.png"]);
    expect(await names({ mime_type: "image/*" })).toHaveLength(4);
    expect(await names({ mime_type: "image" })).toHaveLength(4);
    expect(await names({ mime_type: "video/*" })).toEqual([]);
    expect(await names({ mime_type: "image/png", query: "red" })).toEqual(["Red hat.png"]);
    const ids = JSON.stringify([made[3]?.id, "media_nothing", made[0]?.id]);
    expect(await names({ ids })).toEqual(["map.svg", "red shoe.jpg"]);
    expect(await names({ ids, mime_type: "image/jpeg" })).toEqual(["red shoe.jpg"]);
    expect(await names({ sort_field: "key" })).toEqual([
      "Red hat.png",
      "blue shoe.png",
      "map.svg",
      "red shoe.jpg",
    ]);
    const first = await ok(media.listMedia, { params, query: { limit: 3 } });
    const rest = await ok(media.listMedia, { params, query: { limit: 3, cursor: first.cursor ?? "" } });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse());
    expect(rest.cursor).toBeNull();
    expect(
      await findMedia(
        store.id,
        made.map(({ id }) => id),
      ),
    ).toEqual(made.map(({ version: _version, ...media }) => expect.objectContaining(media)));
  });

  test("needs a limit, and accepts no other type", async () => {
    const { id: storeId } = await openStore();
    const params = { storeId };
    const refusal = await refused(media.listMedia, { params });
    expect(refusal.body.validationErrors).toMatchObject([
      { field: "limit", error: "FIELD.REQUIRED_MISSING" },
    ]);
    const wrong: Record<string, string | number>[] = [
      { limit: 0 },
      { limit: 101 },
      { limit: 5, mime_type: "../x" },
      { limit: 5, sort_field: "size" },
    ];
    for (const query of wrong) {
      expect(await refused(media.listMedia, { params, query })).toMatchObject({ status: 400 });
    }
  });
});

test("a hydrated picture has its alt text in each language, and keeps it when its slug changes", async () => {
  const store = await openStore();
  const [shoe] = await upload(store, "shoe.png");
  const target = { params: { storeId: store.id, mediaId: shoe?.id ?? "" }, as: store.owner };
  expect(shoe?.alt).toEqual({});
  const alt = { en: "A red shoe from the side", de: "Ein roter Schuh von der Seite" };
  const told = await ok(media.updateMedia, { ...target, body: { alt, version: shoe?.version ?? 0 } });
  expect(told).toMatchObject({ alt, slug: shoe?.slug, url: shoe?.url });
  expect(await ok(media.updateMedia, { ...target, body: { slug: { en: "x" } } })).toMatchObject({ alt });
  const blocks = [{ key: "pictures", type: "RELATIONSHIP_MEDIA" as const, value: [`media:${shoe?.id}`] }];
  const body = { key: "shoe", status: "active" as const, blocks };
  const { id: productId } = await ok(products.createProduct, {
    params: { storeId: store.id },
    as: store.owner,
    body,
  });
  const at = { params: { storeId: store.id, productId } };
  const changed = await ok(products.updateProduct, { ...at, as: store.owner, body: { slug: { en: "a" } } });
  const filled = await ok(products.getProduct, { ...at, query: { hydrate: true } });
  // A hydrated record shows its version, which a change can name.
  expect([filled.version, changed.version]).toEqual([2, 2]);
  expect(filled.blocks[0]?.value[0]).toMatchObject({ id: shoe?.id, alt });
});

describe("a slug", () => {
  test("names the file in its URL, in the store's language first, and old URLs still work", async () => {
    const store = await openStore();
    const [shoe] = await upload(store, "DSC_0042.jpg");
    const target = { params: { storeId: store.id, mediaId: shoe?.id ?? "" }, as: store.owner };
    const change = (slug: Record<string, string>) => ok(media.updateMedia, { ...target, body: { slug } });
    const renamed = await change({ de: "Roter Schuh", en: "The Red Shoe" });
    expect(renamed).toMatchObject({ slug: { de: "Roter Schuh", en: "The Red Shoe" }, name: "DSC_0042.jpg" });
    expect(renamed.url).toMatch(/\/the-red-shoe\.jpg$/);
    expect((await change({ fr: "Chaussure" })).url).toMatch(/\/chaussure\.jpg$/);
    expect((await change({})).url).toMatch(/\/dsc-0042\.jpg$/);
    for (const url of [shoe?.url, renamed.url]) expect((await fetch(url ?? "")).status).toBe(200);
    const found = await ok(media.listMedia, {
      params: { storeId: store.id },
      query: { limit: 5, query: "0042" },
    });
    expect(found.items).toHaveLength(1);
  });

  test("and the alt text are all that a caller with WRITE can change", async () => {
    const store = await openStore();
    const [shoe] = await upload(store, "a.png");
    const params = { storeId: store.id, mediaId: shoe?.id ?? "" };
    for (const body of [
      { slug: { "no language": "x" } },
      { slug: { en: "" } },
      { slug: { en: "x".repeat(201) } },
      { alt: { "no language": "x" } },
      { alt: { en: "x".repeat(1001) } },
    ]) {
      const refusal = await refused(media.updateMedia, {
        params,
        as: store.owner,
        body: body as { slug: object } as never,
      });
      expect(refusal).toMatchObject({ status: 400, error: "GENERAL.VALIDATION_FAILED" });
    }
    const viewer = await member(store.id, "viewer");
    const body = { slug: { en: "x" } };
    expect(await refused(media.updateMedia, { params, as: viewer, body })).toMatchObject({ status: 403 });
    const missing = { storeId: store.id, mediaId: "media_nothing" };
    expect(await refused(media.updateMedia, { params: missing, as: store.owner, body })).toMatchObject({
      status: 400,
      error: "MEDIA.NOT_FOUND",
    });
  });
});

describe("a deletion", () => {
  test("removes the file and every picture made of it, and nothing else", async () => {
    const store = await openStore();
    const [one, other] = await upload(store, "a.png", "b.png");
    for (const { url } of [one, other].filter((each) => each !== undefined)) {
      expect((await fetch(`${url}?w=10&format=png`)).status).toBe(200);
    }
    expect(await keysWith(store.id)).toHaveLength(4);
    const params = { storeId: store.id, mediaId: one?.id ?? "" };
    await ok(media.deleteMedia, { params, as: store.owner });
    expect(await refused(media.getMedia, { params })).toMatchObject({
      status: 400,
      error: "MEDIA.NOT_FOUND",
    });
    await eventually(async () => (await keysWith(one?.id ?? "")).length === 0, "the deletion of its bytes");
    expect((await fetch(one?.url ?? "")).status).toBe(404);
    expect((await fetch(`${one?.url}?w=10&format=png`)).status).toBe(404);
    expect(await keysWith(other?.id ?? "")).toHaveLength(2);
  });

  test("of a store removes all its objects", async () => {
    const [store, neighbour] = [await openStore(), await openStore()];
    const [one] = await upload(store, "a.png", "b.jpg");
    await upload(neighbour, "c.png");
    await fetch(`${one?.url}?w=10`);
    await ok(stores.deleteStore, { params: { storeId: store.id }, as: store.owner });
    await eventually(
      async () => (await keysWith(store.id)).length === 0,
      "the deletion of the store's objects",
    );
    expect(await keysWith(neighbour.id)).toHaveLength(1);
  });
});

test("another store's files are not found", async () => {
  const [store, other] = [await openStore(), await openStore()];
  const [one] = await upload(store, "a.png");
  const params = { storeId: other.id, mediaId: one?.id ?? "" };
  const as = other.owner;
  for (const attempt of [
    refused(media.getMedia, { params }),
    refused(media.updateMedia, { params, as, body: { slug: { en: "mine" } } }),
    refused(media.deleteMedia, { params, as }),
    refused(media.getMediaUsage, { params, as }),
  ]) {
    expect(await attempt).toMatchObject({ status: 400, error: "MEDIA.NOT_FOUND" });
  }
  const { items } = await ok(media.listMedia, { params, query: { limit: 5, ids: one?.id ?? "" } });
  expect(items).toEqual([]);
});
