import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { readParameters } from "#lib/content/media/parameters.ts";
import { measure, transform } from "#lib/content/media/transform.ts";
import { proveVariant, variantRequests } from "#test/proofs/image-variants.ts";
import { animatedPicture, drawing, HEIGHT, samplePictures, WIDTH } from "#test/support/media.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";

let sources: Awaited<ReturnType<typeof samplePictures>>;

beforeAll(async () => {
  sources = await samplePictures();
});

const make = (bytes: Buffer, query: string, accept = "") => transform(bytes, readParameters(query, accept));

describe("the golden matrix", () => {
  // Every 41st combination; `npm run soak -- media-matrix` makes all of them.
  test.each(["jpg", "png", "gif", "webp", "avif", "svg"] as const)("of %s", async (kind) => {
    const first = randomFrom(newSeed()).int(41);
    const some = [...variantRequests()].filter((_, index) => index % 41 === first);
    for (const wish of some) await proveVariant(sources[kind], kind, wish);
    expect(some.length).toBeGreaterThan(20);
  });
});

describe("a picture", () => {
  test("keeps its corners: nothing is rotated, and cover crops the middle", async () => {
    const { bytes } = await make(sources.png, "w=80&h=80&format=png");
    const corner = await sharp(bytes).extract({ left: 39, top: 0, width: 2, height: 2 }).raw().toBuffer();
    expect(corner.length).toBeGreaterThan(0);
    const whole = await make(sources.png, "w=60&format=png");
    const { data, info } = await sharp(whole.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(info.channels * 2, info.channels * 2 + 3)]).toEqual([238, 0, 0]);
  });

  test("is rotated by its camera's orientation", async () => {
    const turned = await sharp(sources.jpg).withMetadata({ orientation: 6 }).toBuffer();
    expect(await measure(turned)).toEqual({ width: HEIGHT, height: WIDTH });
    const { bytes } = await make(turned, "w=40&format=png");
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 60 });
  });

  test("is in the best format that the caller accepts, else in its own", async () => {
    const formats = async (bytes: Buffer, accept: string) => (await make(bytes, "w=10", accept)).mime;
    expect(await formats(sources.jpg, "image/avif,image/webp")).toBe("image/avif");
    expect(await formats(sources.jpg, "image/webp,*/*")).toBe("image/webp");
    expect(await formats(sources.jpg, "*/*")).toBe("image/jpeg");
    expect(await formats(sources.avif, "")).toBe("image/avif");
    expect(await formats(sources.gif, "")).toBe("image/gif");
    expect(await formats(sources.svg, "image/svg+xml")).toBe("image/png");
  });

  test("gets a white background where the format has no transparency", async () => {
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: "#0000" } })
      .png()
      .toBuffer();
    const { bytes } = await make(clear, "format=jpg");
    const { channels } = await sharp(bytes).stats();
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255]);
  });

  test("has no colour in greyscale and no detail when blurred", async () => {
    const grey = await sharp((await make(sources.png, "grayscale=true&format=png")).bytes)
      .toColourspace("srgb")
      .raw()
      .toBuffer();
    expect(grey[0]).toBe(grey[1]);
    const detail = async (query: string) =>
      (await sharp((await make(sources.png, query)).bytes).stats()).sharpness;
    expect(await detail("format=png&blur=20")).toBeLessThan((await detail("format=png")) / 4);
  });

  test("that is an SVG is sharp at any size", async () => {
    const { bytes } = await make(drawing(), "w=1200&format=png");
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 800 });
    expect((await sharp(bytes).stats()).sharpness).toBeGreaterThan(0.5);
  });

  test("larger than the largest result is scaled to fit", async () => {
    const { width, height } = await sharp(
      (await make(drawing(40, 4000), "w=4096&format=webp")).bytes,
    ).metadata();
    expect(width * height).toBeLessThanOrEqual(4096 * 6144);
    expect(height).toBeLessThanOrEqual(16383);
  });
});

describe("an animation", () => {
  test.each(["gif", "webp"] as const)("in %s keeps its frames and their pace", async (format) => {
    const source = await animatedPicture(5, 40, 30, format);
    expect(await measure(source)).toEqual({ width: 40, height: 30 });
    for (const [query, mime] of [
      ["w=20", `image/${format}`],
      ["w=20&h=20&format=webp", "image/webp"],
      ["w=20&h=20&fit=contain&format=webp&grayscale=true&blur=4", "image/webp"],
    ] as const) {
      const made = await make(source, query);
      expect(made.mime).toBe(mime);
      const found = await sharp(made.bytes, { animated: true }).metadata();
      expect(found).toMatchObject({ pages: 5, width: 20, delay: [50, 50, 50, 50, 50] });
    }
    expect((await make(source, "w=20", "image/avif,image/webp")).mime).toBe("image/webp");
  });

  test("becomes a still where the format has no animation, or where it is too large", async () => {
    const source = await animatedPicture(5);
    expect((await make(source, "format=png")).mime).toBe("image/png");
    const large = await make(source, "w=2500&h=2500&format=webp");
    expect((await sharp(large.bytes).metadata()).pages ?? 1).toBe(1);
  });
});
