import type { IndexName } from "#core/dynamo/layout.ts";
import type { ListRequest } from "./types.ts";

/** Attribute that an index of each order is sorted by. */
export const SORT_ATTRIBUTES = { created_at: "sk", updated_at: "by_updated", key: "by_key" } as const;
const INDEX_SUFFIXES = { created_at: "created", updated_at: "updated", key: "key" } as const;

/** The index that has the list in the order asked for. */
export function indexOf({ index = "list", sort }: ListRequest): IndexName {
  return `${index}_${INDEX_SUFFIXES[sort]}`;
}
