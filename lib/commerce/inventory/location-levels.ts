import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { readLevels } from "./plan.ts";
import type { InventoryLevel } from "./schema.ts";
import { levels } from "./table.ts";

const PAGE_SIZE = 50;

export async function* levelPagesAt(
  storeId: string,
  locationId: string,
): AsyncGenerator<Stored<InventoryLevel>[]> {
  const partition = levels.child({ store_id: storeId, location_id: locationId });
  let after: Record<string, unknown> | undefined;
  do {
    const page = await levels.query(partition, { index: "child_created", limit: PAGE_SIZE, after });
    if (page.records.length > 0) yield page.records;
    after = page.after;
  } while (after);
}

/** The first level whose counted variant has no level at another location; `undefined` if there is none. */
export async function findSoleLevel(
  storeId: string,
  some: InventoryLevel[],
  others: { id: string }[],
): Promise<InventoryLevel | undefined> {
  const elsewhere = await readLevels(
    storeId,
    some.map(({ variant_id }) => variant_id),
    others,
  );
  const known = new Set(elsewhere.filter(({ retired }) => !retired).map(({ variant_id }) => variant_id));
  return some.find(({ variant_id, retired }) => !retired && !known.has(variant_id));
}

/** Removes levels, if they are still empty. */
export async function removeEmptyLevels(ctx: Context, some: InventoryLevel[]): Promise<void> {
  const writes = some.map((level) => ({
    ...levels.removeKey(level),
    condition: {
      expression: "attribute_not_exists(pk) or (available = :none and reserved = :none)",
      values: { ":none": 0 },
    },
    failure: "conflict" as const,
  }));
  await transact(ctx, writes);
}
