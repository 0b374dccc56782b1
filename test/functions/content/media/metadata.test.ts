import { expect, test } from "vitest";
import { media } from "#functions/content/media/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { readParameters } from "#lib/content/media/parameters.ts";
import { ok, refused } from "#test/support/client.ts";
import { HEIGHT, samplePictures, WIDTH } from "#test/support/media.ts";
import { eventually, openStore, type TestStore } from "#test/support/world.ts";

async function upload({ id: storeId, owner }: TestStore, ...names: string[]) {
  const { png, jpg } = await samplePictures();
  const body = new FormData();
  for (const name of names) {
    const bytes = name.endsWith(".jpg") ? jpg : png;
    body.append("files", new File([new Uint8Array(bytes)], name));
  }
  return ok(media.createMedia, { params: { storeId }, as: owner, raw: body });
}

test("query finds files by kind, type and size as well as by name", async () => {
  const store = await openStore();
  const [shoe, hat] = await upload(store, "Red shoe.png", "hat.jpg");
  const found = async (query: string) => {
    const params = { storeId: store.id };
    const { items } = await ok(media.listMedia, { params, as: store.owner, query: { limit: 10, query } });
    return items.map(({ id }) => id).sort();
  };
  const both = [shoe?.id, hat?.id].sort();
  await eventually(async () => (await found("image")).length === 2, "two pictures");
  expect(await found("image")).toEqual(both);
  expect(await found("png")).toEqual([shoe?.id]);
  expect(await found("jpg")).toEqual([hat?.id]);
  expect(await found(`${WIDTH}x${HEIGHT}`)).toEqual(both);
  expect(await found("red png")).toEqual([shoe?.id]);
  expect(await found("video")).toEqual([]);
});

test("a change of nothing answers the unchanged file", async () => {
  const store = await openStore();
  const [file] = await upload(store, "a.png");
  const params = { storeId: store.id, mediaId: file?.id ?? "" };
  expect(await ok(media.updateMedia, { params, as: store.owner, body: {} })).toEqual(file);
});

test("a format that the client refuses with q=0 is not sent", () => {
  const format = (accept: string) => readParameters("w=10", accept).accepts;
  expect(format("image/avif;q=0,image/webp")).toBe("webp");
  expect(format("image/avif; q=0.0, image/webp;q=0")).toBeUndefined();
  expect(format("image/webp,image/avif;q=0.5")).toBe("avif");
});

test("a record that names a deleted file can be changed, but cannot name another missing file", async () => {
  const store = await openStore();
  const [file] = await upload(store, "gone.png");
  const params = { storeId: store.id };
  const picture = { key: "picture", type: "RELATIONSHIP_MEDIA", value: [`media:${file?.id}`] };
  const text = (value: string) => ({ key: "title", type: "TEXT", value: [value] });
  const as = store.owner;
  const node = await ok(nodes.createNode, {
    params,
    as,
    body: { key: "home", blocks: [picture, text("one")] },
  });
  await ok(media.deleteMedia, { params: { ...params, mediaId: file?.id ?? "" }, as });
  const place = { ...params, nodeId: node.id };
  const changed = await ok(nodes.updateNode, { params: place, as, body: { blocks: [picture, text("two")] } });
  expect(changed.blocks[1]?.value).toEqual(["two"]);
  const other = { ...picture, value: ["media:media_none"] };
  expect((await refused(nodes.updateNode, { params: place, as, body: { blocks: [other] } })).status).toBe(
    400,
  );
});
