import sharp from "sharp";
import { readParameters } from "#lib/content/media/parameters.ts";
import { transform } from "#lib/content/media/transform.ts";
import { HEIGHT, WIDTH } from "#test/support/media.ts";

/** Values of each parameter; every combination is tried. */
const PARAMETER_VALUES = {
  box: ["w=60", "h=50", "w=70&h=50", "w=200&h=60", ""],
  fit: ["cover", "contain", "fill"],
  q: ["q=1", "q=50", "q=100"],
  format: ["avif", "webp", "jpg", "png"],
  blur: ["", "blur=1", "blur=100"],
  tone: ["", "grayscale=true"],
} as const;

const FORMATS = { avif: "heif", webp: "webp", jpg: "jpeg", png: "png" } as const;
const MIME_TYPES = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg", png: "image/png" } as const;

interface VariantRequest {
  box: string;
  fit: string;
  format: keyof typeof FORMATS;
  /** Parameters that do not change the size. */
  rest: string[];
}

export function* variantRequests(): Generator<VariantRequest> {
  for (const box of PARAMETER_VALUES.box)
    for (const fit of PARAMETER_VALUES.fit)
      for (const format of PARAMETER_VALUES.format)
        for (const q of PARAMETER_VALUES.q)
          for (const blur of PARAMETER_VALUES.blur)
            for (const tone of PARAMETER_VALUES.tone) yield { box, fit, format, rest: [q, blur, tone] };
}

function queryOf({ box, fit, format, rest }: VariantRequest): string {
  return [box, `fit=${fit}`, `format=${format}`, ...rest].filter(Boolean).join("&");
}

/** Transforms a sample picture, and checks its exact size and format. */
export async function proveVariant(source: Buffer, kind: string, wish: VariantRequest): Promise<void> {
  const query = queryOf(wish);
  const { bytes, mime } = await transform(source, readParameters(query));
  const { width, height, format } = await sharp(bytes).metadata();
  const size = expectedSize(wish, kind === "svg");
  const found = { width, height, format, mime };
  const wanted = { ...size, format: FORMATS[wish.format], mime: MIME_TYPES[wish.format] };
  if (JSON.stringify(found) !== JSON.stringify(wanted)) {
    throw new Error(`${kind} ${query} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
  }
}

function expectedSize({ box, fit }: VariantRequest, drawing: boolean): { width: number; height: number } {
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
