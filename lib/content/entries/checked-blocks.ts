import { validationFailed } from "#core/errors.ts";
import type { Block, BlockInput } from "#lib/content/blocks/schema.ts";
import { checkBlocks } from "#lib/content/blocks/service.ts";
import { missingReferences } from "./service.ts";

/** Blocks of a record as they are to be stored; a 400 names what does not fit, or does not exist. */
export async function checkedBlocks(storeId: string, given: BlockInput[]): Promise<Block[]> {
  const { blocks, references } = await checkBlocks(given);
  const missing = references.length > 0 ? await missingReferences(storeId, references) : [];
  if (missing.length > 0) throw validationFailed(missing);
  return blocks;
}
