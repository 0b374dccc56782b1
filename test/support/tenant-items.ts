import { entities } from "#lib/system/deletion/records.ts";
import { itemsOfPartitions } from "./bookings.ts";

/**
 * Items of some kinds, or of all, in a tenant's partitions. It queries only those, as reading the whole table
 * slows all tests.
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
