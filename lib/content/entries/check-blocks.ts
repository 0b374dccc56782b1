import { validationFailed } from "#core/errors.ts";
import { newReferences } from "#lib/content/blocks/references.ts";
import type { Block, BlockInput } from "#lib/content/blocks/schema.ts";
import { checkBlocks } from "#lib/content/blocks/service.ts";
import { missingReferences } from "./service.ts";

/**
 * Blocks of a record as they are to be stored; a 400 names what does not fit, or does not exist.
 *
 * @param stored blocks that the record has: what they refer to already is not looked for again
 */
export async function checkBlocksAndReferences(
  storeId: string,
  given: BlockInput[],
  stored: readonly Block[] = [],
): Promise<Block[]> {
  const { blocks, references } = await checkBlocks(given);
  const missing = await missingReferences(storeId, newReferences(references, stored));
  if (missing.length > 0) throw validationFailed(missing);
  return blocks;
}
