import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import { sideBySide } from "#core/side-by-side.ts";
import { MAX_INPUT_PIXELS, resultSize, type Size, scaledSize } from "./geometry.ts";
import { avifQuality, DEFAULT_OUTPUTS, DEFAULT_QUALITY, MIMES, type Output } from "./outputs.ts";
import type { Parameters, Transformation } from "./parameters.ts";
import { PictureError } from "./picture-error.ts";
import type { Picture } from "./picture-process.ts";
import { checkSvgComplexity, isSvg, svgInUtf8, svgText } from "./svg.ts";
import { CSS_DENSITY, firstDrawingSize, svgSize } from "./svg-size.ts";
import { LIMITS } from "./types.ts";

/** Most pixels of all frames together; a larger animation becomes a picture of its first frame. */
const MAX_ANIMATION = 30_000_000;
/** Seconds after which libvips gives up. */
const TIMEOUT_SECONDS = 8;
/** Quality of an uploaded picture that must be encoded again before it is stored. */
const FINE_QUALITY = 95;
/** This effort takes a seventh of the time of sharp's default, for 7 % more bytes. */
const AVIF_EFFORT = 2;
const GIF_EFFORT = 3;
/**
 * Pixels from which a result is encoded with the least effort. Noise of 4096 by 4096, the worst case, then takes 2.4 s
 * of a processor as AVIF, 3.1 s as WebP and 7 s as GIF, instead of 12 s as AVIF.
 */
const LARGE_PIXELS = 4_000_000;
const WHITE = "#fff";
/** Reads as much of a damaged picture as possible, as browsers do: cameras and old programs may leave out the end. */
const LENIENT_READ = { failOn: "none" } as const;

// Only formats that can be uploaded are read: libvips knows many more.
const LOADERS = ["Jpeg", "Png", "Nsgif", "Webp", "Heif", "Svg"];
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: LOADERS.map((loader) => `VipsForeignLoad${loader}Buffer`) });
// Each picture is read once, so a cache would only use memory.
sharp.cache(false);

/** A picture with its metadata, and its size as a viewer sees it. */
interface Source {
  bytes: Buffer;
  metadata: Metadata;
  seen: Size;
}

/**
 * The size of a picture as a viewer sees it. Throws `PictureError` if it is too large, or if `transform` could not read
 * it.
 */
export async function measure(bytes: Buffer): Promise<Size> {
  const source = await describePicture(bytes);
  await readThrough(source);
  return scaledSize(source.seen, 1);
}

/** Transforms a picture; throws `PictureError` when its bytes do not allow it. */
export async function transform(bytes: Buffer, { parameters, accepts }: Transformation): Promise<Picture> {
  const source = await describePicture(bytes);
  const { metadata } = source;
  const output = outputOf(metadata, parameters, accepts);
  const size = resultSize(source.seen, parameters, metadata.format === "svg");
  const animated = isAnimated(source, output, size);
  try {
    const image = await openImage(source, size, animated);
    const shaped = applyEffects(resize(image, size, parameters), parameters, animated ? metadata : undefined);
    return { bytes: await encode(await shaped, output, size, parameters.q).toBuffer(), mime: MIMES[output] };
  } catch (error) {
    throw asPictureError(error);
  }
}

async function describePicture(sent: Buffer): Promise<Source> {
  const drawing = isSvg(sent);
  // Checked first, because an SVG without a size is rendered to find one.
  if (drawing) checkSvgComplexity(svgText(sent));
  const bytes = drawing ? svgInUtf8(sent) : sent;
  try {
    const metadata = await openPicture(bytes, { limitInputPixels: false }).metadata();
    if (metadata.format === "svg") return { bytes, metadata, seen: await svgSize(bytes, sidesAt) };
    const { width, height } = metadata;
    if (width * height > MAX_INPUT_PIXELS) {
      const millions = Math.round((width * height) / 1_000_000);
      throw new PictureError(
        `it has ${millions} million pixels, and ${MAX_INPUT_PIXELS / 1_000_000} are the most`,
      );
    }
    return { bytes, metadata, seen: sizeOf(metadata) };
  } catch (error) {
    throw asPictureError(error);
  }
}

function sidesAt(bytes: Buffer, density: number): Promise<Size> {
  return sharp(bytes, { density, limitInputPixels: false }).metadata();
}

/** Reads every pixel, to find damage that would fail `transform`. An SVG was already read completely. */
async function readThrough({ bytes, metadata, seen }: Source): Promise<void> {
  if (metadata.format === "svg") return;
  const animated = frameCount(metadata) > 1 && fitsAnimation(metadata, seen);
  const image = openPicture(bytes, { limitInputPixels: false, animated });
  await runInSequence(() => image.resize({ width: 1, height: 1, fit: "fill" }).raw().toBuffer());
}

let lastRead: Promise<unknown> = Promise.resolve();

// Ten small files of one request may have a hundred megapixels each, so they are read one by one.
async function runInSequence<T>(work: () => Promise<T>): Promise<T> {
  const done = lastRead.then(work);
  lastRead = done.catch(() => undefined);
  try {
    return await done;
  } catch (error) {
    throw asPictureError(error);
  }
}

/**
 * The bytes to store of an uploaded picture. A WebP is rotated by its orientation, because browsers ignore that; an
 * animation and all other types stay unchanged.
 */
export async function turnUpright(bytes: Buffer): Promise<Buffer> {
  if (isSvg(bytes)) return bytes;
  const metadata = await openPicture(bytes, { limitInputPixels: MAX_INPUT_PIXELS }).metadata();
  const { format, orientation = 1 } = metadata;
  if (format !== "webp" || orientation === 1 || frameCount(metadata) > 1) return bytes;
  const lossless = bytes.includes("VP8L");
  const turned = (quality: number) =>
    runInSequence(() =>
      openPicture(bytes, { limitInputPixels: MAX_INPUT_PIXELS })
        .autoOrient()
        .keepMetadata()
        .webp({ quality, lossless })
        .toBuffer(),
    );
  const fine = await turned(FINE_QUALITY);
  return fine.length <= LIMITS.image ? fine : turned(DEFAULT_QUALITY);
}

function sizeOf(metadata: Metadata): Size {
  const { width, height, autoOrient, pageHeight } = metadata;
  return frameCount(metadata) > 1
    ? { width, height: pageHeight ?? height }
    : (autoOrient ?? { width, height });
}

function outputOf(source: Metadata, { format }: Parameters, accepts: Transformation["accepts"]): Output {
  if (format) return format;
  // Our encoder cannot animate AVIF, and every client that accepts AVIF accepts WebP.
  if (accepts) return frameCount(source) > 1 ? "webp" : accepts;
  return DEFAULT_OUTPUTS[source.format] ?? "png";
}

function frameCount({ pages = 1, format }: Metadata): number {
  return format === "gif" || format === "webp" ? pages : 1;
}

function isAnimated({ metadata, seen }: Source, output: Output, size: Size): boolean {
  if (frameCount(metadata) === 1 || (output !== "webp" && output !== "gif")) return false;
  return fitsAnimation(metadata, seen) && fitsAnimation(metadata, size);
}

function fitsAnimation(metadata: Metadata, { width, height }: Size): boolean {
  return frameCount(metadata) * width * height <= MAX_ANIMATION;
}

// An SVG is rendered at the size of the result, not stretched to it.
async function openImage({ bytes, metadata, seen }: Source, size: Size, animated: boolean): Promise<Sharp> {
  const drawing = metadata.format === "svg";
  const limits = drawing
    ? { density: CSS_DENSITY, limitInputPixels: false }
    : { limitInputPixels: MAX_INPUT_PIXELS };
  const lying = openPicture(bytes, { ...limits, animated });
  const image = frameCount(metadata) > 1 ? lying : lying.autoOrient();
  const first = drawing ? firstDrawingSize(seen, size) : undefined;
  if (!first) return image;
  const inside = image.resize({ ...first, fit: "fill" }).raw();
  const { data, info } = await inside.toBuffer({ resolveWithObject: true });
  return openPicture(data, { raw: info });
}

function openPicture(bytes: Buffer, options: SharpOptions): Sharp {
  return sharp(bytes, { ...LENIENT_READ, ...options }).timeout({ seconds: TIMEOUT_SECONDS });
}

function resize(image: Sharp, { width, height }: Size, { fit, w, h }: Parameters): Sharp {
  const crops = fit === "cover" && w !== undefined && h !== undefined;
  return image.resize({ width, height, fit: crops ? "cover" : "fill" });
}

async function applyEffects(
  image: Sharp,
  { blur, grayscale }: Parameters,
  animation?: Metadata,
): Promise<Sharp> {
  const toned = grayscale ? image.grayscale() : image;
  if (blur === undefined) return toned;
  return animation ? blurFrames(toned, blur, animation) : toned.blur(blurSigma(blur));
}

// An animation is one tall picture of its frames, which would blur into each other.
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
        .blur(blurSigma(blur))
        .png({ compressionLevel: 0 })
        .toBuffer(),
    ),
  );
  const joined = sharp(blurred, { join: { animated: true } });
  return joined.gif({ delay: delay ?? [], loop: loop ?? 0 });
}

function blurSigma(blur: number): number {
  return Math.max(0.3, blur / 2);
}

function encode(image: Sharp, output: Output, { width, height }: Size, q = DEFAULT_QUALITY): Sharp {
  const isLarge = width * height > LARGE_PIXELS;
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

function asPictureError(error: unknown): PictureError {
  if (error instanceof PictureError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/timeout/i.test(message)) return new PictureError("it takes too long");
  return new PictureError("its file is damaged or of another kind");
}
