import sharp from "sharp";
import { readParameters } from "#lib/content/media/parameters.ts";
import { transform } from "#lib/content/media/transform.ts";
import { HEIGHT, WIDTH } from "#test/support/media.ts";

/** Values of each parameter; every combination is tried. */
const MATRIX = {
  box: ["w=60", "h=50", "w=70&h=50", "w=200&h=60", ""],
  fit: ["cover", "contain", "fill"],
  q: ["q=1", "q=50", "q=100"],
  format: ["avif", "webp", "jpg", "png"],
  blur: ["", "blur=1", "blur=100"],
  tone: ["", "grayscale=true"],
} as const;

const FORMATS = { avif: "heif", webp: "webp", jpg: "jpeg", png: "png" } as const;
const MIMES = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg", png: "image/png" } as const;

export interface Wish {
  box: string;
  fit: string;
  format: keyof typeof FORMATS;
  /** Parameters that do not change the size. */
  rest: string[];
}

export function* wishes(): Generator<Wish> {
  for (const box of MATRIX.box)
    for (const fit of MATRIX.fit)
      for (const format of MATRIX.format)
        for (const q of MATRIX.q)
          for (const blur of MATRIX.blur)
            for (const tone of MATRIX.tone) yield { box, fit, format, rest: [q, blur, tone] };
}

export function queryOf({ box, fit, format, rest }: Wish): string {
  return [box, `fit=${fit}`, `format=${format}`, ...rest].filter(Boolean).join("&");
}

/** Transforms a sample picture, checks its exact size and format, and returns its bytes. */
export async function proveVariant(source: Buffer, kind: string, wish: Wish): Promise<Buffer> {
  const query = queryOf(wish);
  const { bytes, mime } = await transform(source, readParameters(query));
  const { width, height, format } = await sharp(bytes).metadata();
  const size = expectedSize(wish, kind === "svg");
  const found = { width, height, format, mime };
  const wanted = { ...size, format: FORMATS[wish.format], mime: MIMES[wish.format] };
  if (JSON.stringify(found) !== JSON.stringify(wanted)) {
    throw new Error(`${kind} ${query} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
  }
  return bytes;
}

function expectedSize({ box, fit }: Wish, drawing: boolean): { width: number; height: number } {
  const asked = new URLSearchParams(box);
  const [w, h] = [Number(asked.get("w")), Number(asked.get("h"))];
  const scaled = (scale: number) => ({
    width: Math.round(WIDTH * scale),
    height: Math.round(HEIGHT * scale),
  });
  if (w && h) return fit === "contain" ? scaled(Math.min(w / WIDTH, h / HEIGHT)) : { width: w, height: h };
  const scale = w ? w / WIDTH : h ? h / HEIGHT : 1;
  return scaled(drawing ? scale : Math.min(1, scale));
}
