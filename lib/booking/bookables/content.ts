import type { Block } from "#lib/content/blocks/schema.ts";
import type { Bookable, BookableQuery } from "./bookable-schema.ts";

/** Whether a record has the node and the blocks that a list asks for. */
export function holds(record: Bookable, { nodeId, blocks = [], matchAll = true }: BookableQuery): boolean {
  const wanted = [
    ...(nodeId === undefined ? [] : [record.nodeIds.includes(nodeId)]),
    ...blocks.map((filter) => record.blocks.some((block) => isLike(block, filter))),
  ];
  if (wanted.length === 0) return true;
  return matchAll ? wanted.every(Boolean) : wanted.some(Boolean);
}

function isLike(block: Block, filter: NonNullable<BookableQuery["blocks"]>[number]): boolean {
  if (filter.key !== undefined && block.key !== filter.key) return false;
  if (filter.id !== undefined && block.id !== filter.id) return false;
  if (filter.value === undefined) return true;
  const wanted = JSON.stringify(filter.value);
  return [block.value, ...block.value].some((value) => JSON.stringify(value) === wanted);
}
