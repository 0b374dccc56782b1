import { hasBlock } from "#lib/content/blocks/match.ts";
import type { Bookable, BookableQuery } from "./bookable-schema.ts";

export function hasContent(
  record: Bookable,
  { nodeId, blocks = [], matchAll = true }: BookableQuery,
): boolean {
  const wanted = [
    ...(nodeId === undefined ? [] : [record.nodeIds.includes(nodeId)]),
    ...blocks.map((filter) => hasBlock(record.blocks, filter)),
  ];
  if (wanted.length === 0) return true;
  return matchAll ? wanted.every(Boolean) : wanted.some(Boolean);
}
