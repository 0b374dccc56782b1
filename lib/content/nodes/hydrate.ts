import type { Context } from "#core/context.ts";
import type { Block } from "#lib/content/blocks/schema.ts";
import { hydrate, type ReferenceSlot, slotsOfList } from "#lib/content/entries/hydrate.ts";
import type { Node } from "./schema.ts";

/** Copies of nodes whose references in blocks are replaced by their objects. */
export async function hydrateNodes<T extends Node>(ctx: Context, storeId: string, found: T[]): Promise<T[]> {
  const copies = found.map((node) => ({ ...node, blocks: structuredClone(node.blocks) }));
  await hydrate(
    ctx,
    storeId,
    copies,
    copies.flatMap(({ blocks }) => slotsOfBlocks(blocks)),
  );
  return copies;
}

/** The places in blocks and their nested blocks that hold references. */
export function slotsOfBlocks(blocks: Block[]): ReferenceSlot[] {
  return blocks.flatMap(({ type, value }) => {
    if (type === "RELATIONSHIP_MEDIA" || type === "RELATIONSHIP_ENTRY") return slotsOfList(value);
    return type === "BLOCK" ? slotsOfBlocks(value.filter(isBlock)) : [];
  });
}

function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && "type" in value && "value" in value;
}
