import type { Stored } from "#core/dynamo/entity.ts";
import { NODE } from "./errors.ts";
import { MAX_LEVELS, type Node } from "./schema.ts";
import { nodes } from "./table.ts";

/**
 * A node and its ancestors, from it up to the root. An ancestor that is being deleted counts as the root: what was
 * below it is on its way up.
 *
 * @param moved id of the node that is to go below it; to find itself among its ancestors is a cycle
 */
export async function lineageOf(storeId: string, parentId: string, moved?: string): Promise<Stored<Node>[]> {
  const line: Stored<Node>[] = [];
  let next: string | null = parentId;
  while (next !== null) {
    if (next === moved) throw NODE.CYCLE();
    if (line.length + 1 >= MAX_LEVELS) throw NODE.TOO_DEEP({ levels: MAX_LEVELS });
    const record: Stored<Node> | undefined = await nodes.find({ store_id: storeId, id: next });
    if (!record && line.length === 0) throw NODE.PARENT_NOT_FOUND({ parent: parentId });
    if (record) line.push(record);
    next = record?.parent_id ?? null;
  }
  return line;
}
