import { MAX_INPUT_PIXELS, MAX_SIDE, type Size } from "./geometry.ts";
import { PictureError } from "./picture-error.ts";

/**
 * The dots per inch of CSS. At this density lengths in mm, pt or in are as long as in a browser; results of another
 * size are scaled.
 */
export const CSS_DENSITY = 96;

/** Factor of the density at which small SVGs are measured: 40 times the 72 dots per inch of libvips. */
const FINE_FACTOR = 30;
const EXACT_PIXELS = 2000;
const PROBE_PIXELS = 3000;
let pixelGrowth: Promise<number> | undefined;

/** Asks the renderer for the size of an SVG in pixels at a density. */
type Render = (bytes: Buffer, density: number) => Promise<Size>;

/** The size of an SVG in CSS pixels, not rounded, because rounding would change its shape. */
export async function svgSize(bytes: Buffer, sidesAt: Render): Promise<Size> {
  pixelGrowth ??= sidesAt(probe(), CSS_DENSITY).then(({ width }) => width / PROBE_PIXELS);
  const grown = await pixelGrowth;
  const coarse = await sidesAt(bytes, CSS_DENSITY);
  const fine =
    Math.min(coarse.width, coarse.height) < EXACT_PIXELS
      ? await sidesAt(bytes, CSS_DENSITY * FINE_FACTOR).catch(() => coarse)
      : coarse;
  const exact = (side: keyof Size) => refineSide(coarse[side], fine[side]) / grown;
  const size = { width: exact("width"), height: exact("height") };
  const long = Math.max(size.width, size.height) / Math.min(size.width, size.height);
  if (long > MAX_SIDE) throw new PictureError("it is too long for its breadth");
  return size;
}

/** The size to render first, if the scale of the result would be too large for the renderer. */
export function firstDrawingSize({ width, height }: Size, result: Size): Size | undefined {
  const scale = Math.max(result.width / width, result.height / height);
  const most = Math.min(Math.sqrt(MAX_INPUT_PIXELS / (width * height)), MAX_SIDE / Math.max(width, height));
  if (scale <= most) return undefined;
  return { width: Math.max(1, Math.floor(width * most)), height: Math.max(1, Math.floor(height * most)) };
}

// Sizes in pixels grow with the density, and sizes in mm with its square. Two measured sizes show which it is.
function refineSide(coarse: number, fine: number): number {
  const power = Math.round(Math.log(fine / coarse) / Math.log(FINE_FACTOR));
  const exact = fine / FINE_FACTOR ** power;
  return Math.abs(exact - coarse) <= 1 ? exact : coarse;
}

function probe(): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PROBE_PIXELS}" height="${PROBE_PIXELS}"/>`,
  );
}
