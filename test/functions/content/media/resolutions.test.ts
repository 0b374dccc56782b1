import sharp from "sharp";
import { expect, test } from "vitest";
import { media } from "#functions/content/media/routes.ts";
import { ok } from "#test/support/client.ts";
import { formOf } from "#test/support/media.ts";
import { eventually, openStore } from "#test/support/world.ts";

test("each resolution has an id, a URL and a size, and a deleted picture has none", async () => {
  const { id: storeId, owner: as } = await openStore();
  const bytes = await sharp({ create: { width: 900, height: 300, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const raw = formOf([{ name: "red.png", bytes }]);
  const [made] = await ok(media.createMedia, { params: { storeId }, as, raw });
  if (!made) throw new Error("Nothing was made.");
  const { original, large, medium, small } = made.resolutions;
  expect([original, large, medium, small]).toEqual([
    { id: `${made.id}:original`, url: made.url, width: 900, height: 300, size: bytes.length },
    { id: `${made.id}:large`, url: made.url, width: 900, height: 300, size: bytes.length },
    { id: `${made.id}:medium`, url: `${made.url}?w=800`, width: 800, height: 267, size: null },
    { id: `${made.id}:small`, url: `${made.url}?w=320`, width: 320, height: 107, size: null },
  ]);
  const asked = [made.url, small?.url ?? "", `${made.url}?w=10`];
  for (const url of asked.slice(0, 2)) expect((await fetch(url)).status).toBe(200);
  await ok(media.deleteMedia, { params: { storeId, mediaId: made.id }, as });
  for (const url of asked) {
    const answer = await eventually(async () => {
      const reply = await fetch(url);
      return reply.status !== 200 && reply;
    }, `the end of ${url}`);
    expect([answer.status, (await answer.text()).includes("operation")]).toEqual([404, false]);
  }
});
