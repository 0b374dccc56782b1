import { keyName, keyOfItem } from "#core/dynamo/key.ts";
import { batchGetItems } from "#core/dynamo/read.ts";
import { keyOfName } from "#core/dynamo/record-name.ts";
import type { CountTarget, MarkedRecords } from "./declaration.ts";
import { marks } from "./table.ts";

/** Most records that are read together. */
export const READ_BATCH = 40;

/** Reads the marks of some records in all generations, and then the records. Counting is correct only in that order. */
export async function readMarked(
  { tenantId, generations }: Pick<CountTarget, "tenantId" | "generations">,
  some: readonly string[],
): Promise<MarkedRecords> {
  const known = await marks.batchGet(
    some.flatMap((of) => generations.map((generation) => ({ store_id: tenantId, generation, of }))),
  );
  const byRecord = Map.groupBy(known, ({ of }) => of);
  const itemOf = await readItems(tenantId, some);
  return (of) => ({
    item: itemOf(of),
    marked: new Map(byRecord.get(of)?.map((mark) => [mark.generation, mark])),
  });
}

/** Reads some records again, but not their marks. */
export async function readItemsAgain(
  tenantId: string,
  some: readonly string[],
  found: MarkedRecords,
): Promise<MarkedRecords> {
  const itemOf = await readItems(tenantId, some);
  return (of) => ({ ...found(of), item: itemOf(of) });
}

async function readItems(tenantId: string, some: readonly string[]) {
  const items = await batchGetItems(
    some.map((of) => keyOfName(tenantId, of)),
    true,
  );
  const byKey = new Map(items.map((item) => [keyName(keyOfItem(item)), item]));
  return (of: string) => byKey.get(keyName(keyOfName(tenantId, of)));
}
