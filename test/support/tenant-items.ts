import { entities } from "#lib/system/deletion/records.ts";
import { itemsOfPartitions } from "./bookings.ts";

/**
 * The items of some kinds in the partitions that a tenant leads, or of all such kinds. It asks for those alone: the table
 * of a run is large, and who reads all of it keeps everybody waiting.
 */
export async function itemsOf(
  tenantId: string,
  isWanted: (kind: string) => boolean = () => true,
): Promise<Record<string, unknown>[]> {
  const own = entities().filter(({ deletion }) => deletion.tenant === "partition");
  const partitions = own.flatMap((entity) =>
    entity.tenant ? entity.partitionsIn("table", { [entity.tenant]: tenantId }) : [],
  );
  const items = await itemsOfPartitions(...new Set(partitions));
  return items.filter(({ _t }) => isWanted(String(_t)));
}
