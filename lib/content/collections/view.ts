import type { Collection, CollectionView } from "./schema.ts";

export function viewCollection(collection: Collection): CollectionView {
  return { ...collection, schema: collection.fields };
}
