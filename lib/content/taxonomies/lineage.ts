import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { TAXONOMY } from "./errors.ts";
import { MAX_LEVELS, type Taxonomy } from "./schema.ts";
import { taxonomies, taxonomyCuts } from "./table.ts";

type Found = Stored<Taxonomy>;

/** Whether a deletion is still on its way through the descendants. To be asked before the taxonomies are read. */
export async function beingCut(storeId: string): Promise<boolean> {
  const partition = taxonomyCuts.partition({ store_id: storeId });
  const { items } = await queryItems(partition, { limit: 1, consistent: true });
  return items.length > 0;
}

/** Those of some taxonomies that are not below a deleted one. */
export async function withoutOrphans(storeId: string, found: Found[], cut: boolean): Promise<Found[]> {
  if (!cut) return found;
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

/**
 * A taxonomy and its ancestors, from it up to the root.
 *
 * @param moved id of the taxonomy that is to go below it; to find itself among its ancestors is a cycle
 */
export async function lineageOf(storeId: string, parentId: string, moved?: string): Promise<Found[]> {
  const line: Found[] = [];
  let next: string | null = parentId;
  while (next !== null) {
    if (next === moved) throw TAXONOMY.CYCLE();
    if (line.length + 1 >= MAX_LEVELS) throw TAXONOMY.TOO_DEEP({ levels: MAX_LEVELS });
    const record: Found | undefined = await taxonomies.find({ store_id: storeId, id: next });
    if (!record) throw TAXONOMY.PARENT_NOT_FOUND({ parent: parentId });
    line.push(record);
    next = record.parent_id;
  }
  return line;
}

/** Taxonomies by id, strongly consistent, in the order asked; those that do not exist are left out. */
export async function readTaxonomies(storeId: string, ids: string[]): Promise<Found[]> {
  return taxonomies.batchGet(ids.map((id) => ({ store_id: storeId, id })));
}
