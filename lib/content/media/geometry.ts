import type { Parameters } from "./parameters.ts";

export interface Size {
  width: number;
  height: number;
}

/** Most pixels of a picture that is accepted. */
export const MAX_INPUT_PIXELS = 100_000_000;
/**
 * Most pixels of a result with only one requested side: enough for an upright photo of shape 2:3 at the largest `w`.
 * A larger result is scaled down.
 */
const MAX_OUTPUT = 4096 * 6144;
/** Most pixels of a side that all output formats support. */
export const MAX_SIDE = 16_383;

/**
 * The size of a result. With `w` and `h` it is that box; `contain` makes it the largest size of the source's shape in
 * the box. With one of them, the other follows from the source's shape. Only an SVG can become larger than its source.
 */
export function resultSize(source: Size, asked: Pick<Parameters, "w" | "h" | "fit">, drawing: boolean): Size {
  const { w, h, fit } = asked;
  if (w !== undefined && h !== undefined) {
    if (fit !== "contain") return { width: w, height: h };
    return scaledSize(source, Math.min(w / source.width, h / source.height));
  }
  const wish = w === undefined ? (h === undefined ? 1 : h / source.height) : w / source.width;
  const scale = drawing ? wish : Math.min(1, wish);
  const most = Math.min(
    Math.sqrt(MAX_OUTPUT / (source.width * source.height)),
    MAX_SIDE / Math.max(source.width, source.height),
  );
  return scaledSize(source, Math.min(scale, most));
}

export function scaledSize({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
