import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { lineage } from "#core/records/lineage.ts";
import { TAXONOMY } from "./errors.ts";
import { taxonomyKind } from "./kind.ts";
import { MAX_LEVELS, type Taxonomy } from "./schema.ts";
import { runningDeletions, taxonomies } from "./table.ts";

type Found = Stored<Taxonomy>;

/** Whether descendants of a deleted taxonomy are still being deleted. Call it before reading taxonomies. */
export async function isDeletionRunning(storeId: string): Promise<boolean> {
  const partition = runningDeletions.partition({ store_id: storeId });
  const { items } = await queryItems(partition, { limit: 1, consistent: true });
  return items.length > 0;
}

/** The taxonomies that are not below a deleted one. */
export async function withoutOrphans(storeId: string, found: Found[], isDeleting: boolean): Promise<Found[]> {
  if (!isDeleting) return found;
  const known = new Map<string, Found | undefined>(found.map((record) => [record.id, record]));
  for (;;) {
    const parents = [...known.values()]
      .map((record) => record?.parent_id)
      .filter((id) => typeof id === "string");
    const unknown = [...new Set(parents)].filter((id) => !known.has(id));
    if (unknown.length === 0) break;
    const read = await readTaxonomies(storeId, unknown);
    for (const id of unknown)
      known.set(
        id,
        read.find((record) => record.id === id),
      );
  }
  return found.filter((record) => reachesRoot(record, known));
}

function reachesRoot(record: Found, known: Map<string, Found | undefined>): boolean {
  let current: Found | undefined = record;
  while (current && current.parent_id !== null) current = known.get(current.parent_id);
  return current !== undefined;
}

/** A taxonomy and its ancestors up to the root; `moved` is the taxonomy that becomes its child. */
export function pathToRoot(storeId: string, parentId: string, moved?: string): Promise<Found[]> {
  const read = (id: string) => taxonomies.find({ store_id: storeId, id });
  return lineage(read, { ...TAXONOMY, levels: MAX_LEVELS }, parentId, moved);
}

/** Taxonomies by id, strongly consistent, in the given order; missing ones are left out. */
export const readTaxonomies = taxonomyKind.read;
