import sharp from "sharp";
import { expect, test } from "vitest";
import { media } from "#functions/content/media/routes.ts";
import { ok } from "#test/support/client.ts";
import { formOf } from "#test/support/media.ts";
import { openStore } from "#test/support/world.ts";

test("each resolution has an id, an address and a size; a deleted picture is answered as no picture", async () => {
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
  const missing = made.url.replace(made.id, "media_01j9z3k4m5n6p7q8r9s0t1v2w3");
  for (const url of [`${missing}?w=10`, missing]) {
    const answer = await fetch(url);
    expect([answer.status, (await answer.text()).includes("operation")]).toEqual([404, false]);
  }
});
