import { validationFailed } from "#core/errors.ts";
import { newReferences } from "#lib/content/blocks/references.ts";
import type { Block, BlockInput } from "#lib/content/blocks/schema.ts";
import { checkBlocks } from "#lib/content/blocks/service.ts";
import { missingReferences } from "./service.ts";

/**
 * Checks blocks and the records that they refer to; throws a 400 that names every problem.
 *
 * @param stored the record's stored blocks: their references are not checked again
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
