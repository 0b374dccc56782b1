import sharp from "sharp";
import { expect, test } from "vitest";
import { media } from "#functions/content/media/routes.ts";
import { ok } from "#test/support/client.ts";
import { animatedPicture, formOf } from "#test/support/media.ts";
import { openStore } from "#test/support/world.ts";

const landscape = sharp({ create: { width: 60, height: 40, channels: 3, background: "#08f" } })
  .composite([
    { input: { create: { width: 10, height: 10, channels: 3, background: "#f00" } }, left: 0, top: 0 },
  ])
  .png()
  .toBuffer();

/** The size that Chromium 156 shows: it rotates JPEG and PNG by EXIF, AVIF by its boxes, and ignores a WebP's EXIF. */
async function sizeInBrowser(bytes: Buffer) {
  const { width, height, format, autoOrient, pageHeight } = await sharp(bytes).metadata();
  return format === "webp" ? [width, pageHeight ?? height] : [autoOrient.width, autoOrient.height];
}

async function upload(name: string, bytes: Buffer) {
  const { id: storeId, owner: as } = await openStore();
  const [made] = await ok(media.createMedia, { params: { storeId }, as, raw: formOf([{ name, bytes }]) });
  if (!made) throw new Error("Nothing was made.");
  return made;
}

const fetchBytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

test.each(
  (["jpeg", "png", "webp", "avif"] as const).flatMap((format) =>
    [1, 3, 6, 8].map((held) => [format, held] as const),
  ),
)("a %s picture with orientation %i is listed, shown and resized the same way up", async (format, held) => {
  const bytes = await sharp(await landscape)
    [format]({ quality: 95 })
    .withMetadata({ orientation: held })
    .toBuffer();
  const { url, size, metadata } = await upload(`a.${format}`, bytes);
  const original = await fetchBytes(url);
  expect(original.length).toBe(size);
  const wide = held < 5;
  expect(metadata).toEqual(wide ? { width: 60, height: 40 } : { width: 40, height: 60 });
  expect(await sizeInBrowser(original)).toEqual([metadata.width, metadata.height]);
  const resized = await sharp(await fetchBytes(`${url}?w=20&format=png`)).metadata();
  expect([resized.width, resized.height]).toEqual(wide ? [20, 13] : [20, 30]);
  if (format === "webp") {
    const corner = { 1: [5, 5], 3: [55, 35], 6: [35, 5], 8: [5, 55] }[held] ?? [];
    const [left = 0, top = 0] = corner;
    const [red = 0, , blue = 0] = await sharp(original)
      .extract({ left, top, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red > 150, blue < 100]).toEqual([true, true]);
  }
});

test("an animated WebP with an orientation is listed and resized as browsers show it", async () => {
  const bytes = await sharp(await animatedPicture(3, 40, 30, "webp"), { animated: true })
    .withMetadata({ orientation: 6 })
    .webp()
    .toBuffer();
  const { url, metadata } = await upload("a.webp", bytes);
  expect(metadata).toEqual({ width: 40, height: 30 });
  const resized = await sharp(await fetchBytes(`${url}?w=20&format=webp`), { animated: true }).metadata();
  expect([resized.width, resized.pageHeight, resized.pages]).toEqual([20, 15, 3]);
});
