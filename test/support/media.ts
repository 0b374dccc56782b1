import sharp from "sharp";

export const WIDTH = 120;
export const HEIGHT = 80;

/** A drawing with a different shape in each corner, to detect crops and rotations. */
export function drawing(width = WIDTH, height = HEIGHT): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 120 80">` +
      `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#08f"/><stop offset="1" stop-color="#fd0"/></linearGradient></defs>` +
      `<rect width="120" height="80" fill="url(#g)"/><rect width="20" height="20" fill="#e00"/>` +
      `<circle cx="108" cy="12" r="10" fill="#0a0"/><path d="M0 80V60L20 80Z" fill="#fff"/>` +
      `<rect x="102" y="62" width="16" height="16" rx="6" fill="#000"/><circle cx="60" cy="40" r="22" fill="none" stroke="#fff" stroke-width="5"/></svg>`,
  );
}

/** One picture in each accepted format. */
export async function samplePictures(): Promise<
  Record<"jpg" | "png" | "gif" | "webp" | "avif" | "svg", Buffer>
> {
  const picture = () => sharp(drawing());
  const [jpg, png, gif, webp, avif] = await Promise.all([
    picture().jpeg({ quality: 95 }).toBuffer(),
    picture().png().toBuffer(),
    picture().gif().toBuffer(),
    picture().webp({ quality: 95 }).toBuffer(),
    picture().avif({ quality: 80, effort: 0 }).toBuffer(),
  ]);
  return { jpg, png, gif, webp, avif, svg: drawing() };
}

/** A GIF or WebP with frames of different colours. */
export async function animatedPicture(
  frames: number,
  width = 40,
  height = 30,
  format: "gif" | "webp" = "gif",
): Promise<Buffer> {
  const still = (index: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: { r: (index * 37) % 256, g: (index * 91) % 256, b: 90 },
      },
    })
      .png()
      .toBuffer();
  const stills = await Promise.all(Array.from({ length: frames }, (_, index) => still(index)));
  const animated = sharp(stills, { join: { animated: true } });
  const delay = stills.map(() => 50);
  return format === "gif" ? animated.gif({ delay }).toBuffer() : animated.webp({ delay }).toBuffer();
}

export type FormFile = { name: string; bytes: Uint8Array<ArrayBuffer> | Buffer; type?: string };

export function formOf(files: FormFile[], urls: string[] = []): FormData {
  const form = new FormData();
  for (const { name, bytes, type = "application/octet-stream" } of files) {
    form.append("files", new Blob([new Uint8Array(bytes)], { type }), name);
  }
  for (const url of urls) form.append("urls", url);
  return form;
}
