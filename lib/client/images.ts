export interface ImageOptions {
  /** Width and height in pixels. */
  w?: number;
  h?: number;
  fit?: "cover" | "contain" | "fill";
  format?: "avif" | "webp" | "jpg" | "png";
  /** Quality from 1 to 100; 80 by default. */
  q?: number;
  /** Strength from 1 to 100. */
  blur?: number;
  grayscale?: true;
}

/** The URL of a picture in another size or format. */
export function imageUrl(url: string, options: ImageOptions = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options))
    if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

/** The `srcset` of a picture in several widths. */
export function srcSet(url: string, widths: readonly number[], options: ImageOptions = {}): string {
  return widths.map((w) => `${imageUrl(url, { ...options, w })} ${w}w`).join(", ");
}
