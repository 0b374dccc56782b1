import type { Collection, CollectionView } from "./schema.ts";

/** A collection with its fields under both names. */
export function viewCollection(collection: Collection): CollectionView {
  return { ...collection, schema: collection.fields };
}
