export type Output = "avif" | "webp" | "jpg" | "png" | "gif";

export const DEFAULT_QUALITY = 80;

export const MIMES: Readonly<Record<Output, string>> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
};
/** The default output format, by the format of the source. */
export const DEFAULT_OUTPUTS: Readonly<Record<string, Output>> = {
  jpeg: "jpg",
  png: "png",
  gif: "gif",
  webp: "webp",
  heif: "avif",
  svg: "png",
};

/** AVIF's own quality for a requested one: its 50 looks like 80 in the other formats. */
export function avifQuality(q: number): number {
  return Math.max(
    1,
    Math.round(q <= DEFAULT_QUALITY ? (q * 50) / DEFAULT_QUALITY : 50 + (q - DEFAULT_QUALITY) * 2.5),
  );
}
