import { writeFileSync } from "node:fs";
import sharp, { type OverlayOptions } from "sharp";
import { proveVariant, queryOf, type VariantRequest, variantRequests } from "#test/proofs/image-variants.ts";
import { samplePictures } from "#test/support/media.ts";

export const name = "every combination of picture parameters";

const COLUMNS = 24;
const CELL = { width: 84, height: 64 };

/** CONTACT_SHEET names a file for an image of sample results. */
export async function run(): Promise<string> {
  const sheet: Buffer[] = [];
  let made = 0;
  for (const [kind, source] of Object.entries(await samplePictures())) {
    for (const wish of variantRequests()) {
      const bytes = await proveVariant(source, kind, wish);
      made += 1;
      if (isShown(wish)) sheet.push(bytes);
    }
  }
  const file = process.env.CONTACT_SHEET;
  if (file) writeFileSync(file, await contactSheet(sheet));
  return `${made} pictures of exactly the size and format asked for`;
}

function isShown(wish: VariantRequest): boolean {
  const query = queryOf(wish);
  const plain =
    /q=50$/.test(query) ||
    /q=50&blur=100$/.test(query) ||
    /q=50&grayscale=true$/.test(query) ||
    /q=1$/.test(query);
  return plain && (wish.box === "w=70&h=50" || (wish.box === "w=60" && wish.fit === "cover"));
}

async function contactSheet(pictures: Buffer[]): Promise<Buffer> {
  const rows = Math.ceil(pictures.length / COLUMNS);
  const cells = pictures.map(async (bytes, index): Promise<OverlayOptions> => {
    const input = await sharp(bytes).png().toBuffer();
    return {
      input,
      left: (index % COLUMNS) * CELL.width + 5,
      top: Math.floor(index / COLUMNS) * CELL.height + 5,
    };
  });
  const create = {
    width: COLUMNS * CELL.width,
    height: rows * CELL.height,
    channels: 3,
    background: "#777",
  } as const;
  return sharp({ create })
    .composite(await Promise.all(cells))
    .png()
    .toBuffer();
}
