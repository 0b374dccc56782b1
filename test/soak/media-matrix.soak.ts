import { proveVariant, variantRequests } from "#test/proofs/image-variants.ts";
import { samplePictures } from "#test/support/media.ts";

export const name = "every combination of picture parameters";

export async function run(): Promise<string> {
  let made = 0;
  for (const [kind, source] of Object.entries(await samplePictures())) {
    for (const wish of variantRequests()) {
      await proveVariant(source, kind, wish);
      made += 1;
    }
  }
  return `${made} pictures of exactly the size and format asked for`;
}
