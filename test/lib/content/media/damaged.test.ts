import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { readParameters } from "#lib/content/media/parameters.ts";
import { measure, transform } from "#lib/content/media/transform.ts";
import { animatedPicture } from "#test/support/media.ts";

const KINDS = ["jpg", "progressive", "png", "interlaced", "gif", "animated", "webp", "avif"] as const;
let sources: Record<(typeof KINDS)[number], Buffer>;

beforeAll(async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width: 90, height: 60, channels: 3, background: "#888", noise } });
  const as = (make: (image: typeof picture) => typeof picture) => make(picture.clone()).toBuffer();
  sources = {
    jpg: await as((image) => image.jpeg()),
    progressive: await as((image) => image.jpeg({ progressive: true })),
    png: await as((image) => image.png()),
    interlaced: await as((image) => image.png({ progressive: true })),
    gif: await as((image) => image.gif()),
    animated: await animatedPicture(4),
    webp: await as((image) => image.webp()),
    avif: await as((image) => image.avif({ effort: 0 })),
  };
});

const cut = (share: number) => (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * share));
const DAMAGES: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  "without its end mark": (bytes) => bytes.subarray(0, -12),
  "cut at 95 %": cut(0.95),
  "cut in the middle": cut(0.5),
  "cut behind its head": cut(0.1),
  "with other bytes inside": (bytes) => {
    const at = Math.floor(bytes.length * 0.6);
    return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(8, 0x5a), bytes.subarray(at + 8)]);
  },
  "with bytes behind it": (bytes) => Buffer.concat([bytes, Buffer.alloc(50, 7)]),
};
const QUERIES = [
  "",
  "w=1",
  "w=20&format=png",
  "w=60&format=webp",
  "w=9&h=9&format=jpg",
  "w=300&h=300&fit=fill",
];

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "taken",
    () => "refused",
  );
}

describe("a picture", () => {
  test.each(Object.keys(DAMAGES).flatMap((damage) => KINDS.map((kind) => [damage, kind] as const)))(
    "%s (%s) has the same outcome at the upload and at every size",
    async (damage, kind) => {
      const bytes = DAMAGES[damage]?.(sources[kind]) ?? Buffer.alloc(0);
      const sent = await outcomeOf(measure(bytes));
      for (const wish of QUERIES)
        expect([wish, await outcomeOf(transform(bytes, readParameters(wish)))]).toEqual([wish, sent]);
    },
  );

  // HTML, 4.8.4.3.5: a browser shows the available part of an incomplete picture.
  test.each(["jpg", "progressive", "png", "gif"] as const)(
    "in %s without its end is shown as far as its bytes go",
    async (kind) => {
      for (const damage of ["without its end mark", "cut at 95 %"]) {
        const bytes = DAMAGES[damage]?.(sources[kind]) ?? Buffer.alloc(0);
        expect(await measure(bytes)).toEqual({ width: 90, height: 60 });
        const top = (picture: Buffer) =>
          sharp(picture).extract({ left: 0, top: 0, width: 90, height: 10 }).removeAlpha().raw().toBuffer();
        const { bytes: made } = await transform(bytes, readParameters("format=png"));
        const whole = await transform(sources[kind], readParameters("format=png"));
        if (kind !== "progressive") expect((await top(made)).equals(await top(whole.bytes))).toBe(true);
      }
    },
  );
});
