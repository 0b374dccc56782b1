import sharp, { type Metadata, type Sharp } from "sharp";
import { sideBySide } from "#core/side-by-side.ts";
import { checkDrawing, inUtf8, isDrawing, textOf } from "./drawing.ts";
import { DENSITY, drawingSize, firstSize } from "./drawing-size.ts";
import { MAX_INPUT, resultSize, type Size } from "./geometry.ts";
import type { Asked, Parameters } from "./parameters.ts";
import { PictureError } from "./picture-error.ts";
import type { Picture } from "./picture-process.ts";

type Output = "avif" | "webp" | "jpg" | "png" | "gif";

/** Pixels of all frames, as read and as made: more become a still of the first. */
const MAX_ANIMATION = 30_000_000;
/** Seconds after which libvips gives up. */
const TIMEOUT_SECONDS = 8;
const DEFAULT_QUALITY = 80;
/** A seventh of the time of sharp's own choice, for 7 % more bytes. */
const AVIF_EFFORT = 2;
const GIF_EFFORT = 3;
/**
 * Pixels from which a result is made with the least effort. Noise of 4096 by 4096, which is the worst, then takes 2.4 s
 * of a processor as AVIF, 3.1 as WebP and 7 as GIF; with the effort of smaller ones AVIF took 12.
 */
const LARGE = 4_000_000;
const WHITE = "#fff";
/** Of a damaged picture what is there is shown, as browsers do: cameras and old programs leave out the end. */
const LENIENT = { failOn: "none" } as const;

const MIMES: Readonly<Record<Output, string>> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
};
const OUTPUT_OF: Readonly<Record<string, Output>> = {
  jpeg: "jpg",
  png: "png",
  gif: "gif",
  webp: "webp",
  heif: "avif",
  svg: "png",
};

// Only what can be uploaded is read: libvips knows many formats more.
const LOADERS = ["Jpeg", "Png", "Nsgif", "Webp", "Heif", "Svg"];
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: LOADERS.map((loader) => `VipsForeignLoad${loader}Buffer`) });
// Each picture is read once: what is kept only grows the function.
sharp.cache(false);

/** A picture as its bytes describe it, and its size as a viewer sees it. */
interface Source {
  bytes: Buffer;
  metadata: Metadata;
  seen: Size;
}

/**
 * The size of a picture as a viewer sees it; throws `PictureError` for what is too large, and for what `transform` could
 * not read at every size.
 */
export async function measure(bytes: Buffer): Promise<Size> {
  const source = await describe(bytes);
  await readThrough(source);
  return { width: whole(source.seen.width), height: whole(source.seen.height) };
}

/** Makes a picture of a picture; throws `PictureError` when its bytes do not allow it. */
export async function transform(bytes: Buffer, { parameters, accepts }: Asked): Promise<Picture> {
  const source = await describe(bytes);
  const { metadata } = source;
  const output = outputOf(metadata, parameters, accepts);
  const size = resultSize(source.seen, parameters, metadata.format === "svg");
  const animated = isAnimated(source, output, size);
  try {
    const image = await opened(source, size, animated);
    const shaped = finish(shape(image, size, parameters), parameters, animated ? metadata : undefined);
    return { bytes: await encode(await shaped, output, size, parameters.q).toBuffer(), mime: MIMES[output] };
  } catch (error) {
    throw asPictureError(error);
  }
}

async function describe(sent: Buffer): Promise<Source> {
  const drawing = isDrawing(sent);
  // A drawing without a size is drawn to find one.
  if (drawing) checkDrawing(textOf(sent));
  const bytes = drawing ? inUtf8(sent) : sent;
  try {
    const metadata = await sharp(bytes, { ...LENIENT, limitInputPixels: false }).metadata();
    if (metadata.format === "svg") return { bytes, metadata, seen: await drawingSize(bytes, sidesAt) };
    const { width, height } = metadata;
    if (width * height > MAX_INPUT) {
      const millions = Math.round((width * height) / 1_000_000);
      throw new PictureError(`it has ${millions} million pixels, and ${MAX_INPUT / 1_000_000} are the most`);
    }
    return { bytes, metadata, seen: sizeOf(metadata) };
  } catch (error) {
    throw asPictureError(error);
  }
}

function sidesAt(bytes: Buffer, density: number): Promise<Size> {
  return sharp(bytes, { density, limitInputPixels: false }).metadata();
}

/** Reads every pixel as `transform` does. Drawings are read whole by their description already. */
async function readThrough({ bytes, metadata, seen }: Source): Promise<void> {
  if (metadata.format === "svg") return;
  const animated = frames(metadata) > 1 && fitsAnimation(metadata, seen);
  const image = sharp(bytes, { ...LENIENT, limitInputPixels: false, animated });
  const read = reading.then(() =>
    image.timeout({ seconds: TIMEOUT_SECONDS }).resize({ width: 1, height: 1, fit: "fill" }).raw().toBuffer(),
  );
  // One at a time: ten small files may hold a hundred megapixels each.
  reading = read.catch(() => undefined);
  try {
    await read;
  } catch (error) {
    throw asPictureError(error);
  }
}

let reading: Promise<unknown> = Promise.resolve();

function sizeOf({ width, height, autoOrient, pageHeight }: Metadata): Size {
  const seen = autoOrient ?? { width, height };
  return { width: seen.width, height: pageHeight ?? seen.height };
}

function whole(side: number): number {
  return Math.max(1, Math.round(side));
}

function outputOf(source: Metadata, { format }: Parameters, accepts: Asked["accepts"]): Output {
  if (format) return format;
  // No encoder of ours animates AVIF, and who takes it takes WebP.
  if (accepts) return frames(source) > 1 ? "webp" : accepts;
  return OUTPUT_OF[source.format] ?? "png";
}

function frames({ pages = 1, format }: Metadata): number {
  return format === "gif" || format === "webp" ? pages : 1;
}

function isAnimated({ metadata, seen }: Source, output: Output, size: Size): boolean {
  if (frames(metadata) === 1 || (output !== "webp" && output !== "gif")) return false;
  return fitsAnimation(metadata, seen) && fitsAnimation(metadata, size);
}

function fitsAnimation(metadata: Metadata, { width, height }: Size): boolean {
  return frames(metadata) * width * height <= MAX_ANIMATION;
}

// A drawing is rendered at the size of the result, not stretched to it.
async function opened({ bytes, metadata, seen }: Source, size: Size, animated: boolean): Promise<Sharp> {
  const drawing = metadata.format === "svg";
  const limits = drawing ? { density: DENSITY, limitInputPixels: false } : { limitInputPixels: MAX_INPUT };
  const image = sharp(bytes, { ...LENIENT, ...limits, animated })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient();
  const first = drawing ? firstSize(seen, size) : undefined;
  if (!first) return image;
  const { data, info } = await image
    .resize({ ...first, fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info }).timeout({ seconds: TIMEOUT_SECONDS });
}

function shape(image: Sharp, { width, height }: Size, { fit, w, h }: Parameters): Sharp {
  const crops = fit === "cover" && w !== undefined && h !== undefined;
  return image.resize({ width, height, fit: crops ? "cover" : "fill" });
}

async function finish(image: Sharp, { blur, grayscale }: Parameters, animation?: Metadata): Promise<Sharp> {
  const toned = grayscale ? image.grayscale() : image;
  if (blur === undefined) return toned;
  return animation ? blurFrames(toned, blur, animation) : toned.blur(sigma(blur));
}

// The frames of an animation are one tall picture, in which each would blur into the next.
async function blurFrames(image: Sharp, blur: number, { delay, loop, pages = 1 }: Metadata): Promise<Sharp> {
  const { data, info } = await image
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const height = info.height / pages;
  const { width, channels } = info;
  const bytes = data.length / pages;
  const raw = { width, height, channels };
  const blurred = await sideBySide(
    Array.from({ length: pages }, (_, page) =>
      sharp(data.subarray(page * bytes, (page + 1) * bytes), { raw })
        .blur(sigma(blur))
        .png({ compressionLevel: 0 })
        .toBuffer(),
    ),
  );
  const joined = sharp(blurred, { join: { animated: true } });
  return joined.gif({ delay: delay ?? [], loop: loop ?? 0 });
}

function sigma(blur: number): number {
  return Math.max(0.3, blur / 2);
}

function encode(image: Sharp, output: Output, { width, height }: Size, q = DEFAULT_QUALITY): Sharp {
  const isLarge = width * height > LARGE;
  switch (output) {
    case "avif":
      return image.avif({ quality: avifQuality(q), effort: isLarge ? 0 : AVIF_EFFORT });
    case "webp":
      return image.webp({ quality: q });
    case "jpg":
      return image.flatten({ background: WHITE }).jpeg({ quality: q });
    case "gif":
      return image.gif({ effort: isLarge ? 1 : GIF_EFFORT });
    case "png":
      return image.png();
  }
}

// AVIF's scale is another: its 50 looks as 80 does in the others.
function avifQuality(q: number): number {
  return Math.max(
    1,
    Math.round(q <= DEFAULT_QUALITY ? (q * 50) / DEFAULT_QUALITY : 50 + (q - DEFAULT_QUALITY) * 2.5),
  );
}

function asPictureError(error: unknown): PictureError {
  if (error instanceof PictureError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/timeout/i.test(message)) return new PictureError("it takes too long");
  return new PictureError("its file is damaged or of another kind");
}
