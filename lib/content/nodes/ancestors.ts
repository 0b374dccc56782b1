import type { Stored } from "#core/dynamo/entity.ts";
import { lineage } from "#core/records/lineage.ts";
import { NODE } from "./errors.ts";
import { MAX_LEVELS, type Node } from "./schema.ts";
import { nodes } from "./table.ts";

/** A node and its ancestors up to the root; `moved` is the node that becomes its child. */
export function pathToRoot(storeId: string, parentId: string, moved?: string): Promise<Stored<Node>[]> {
  const read = (id: string) => nodes.find({ store_id: storeId, id });
  return lineage(read, { ...NODE, levels: MAX_LEVELS, gaps: true }, parentId, moved);
}
