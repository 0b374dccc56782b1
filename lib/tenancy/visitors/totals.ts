// Totals of customers' orders and bookings, read from the sums.

import { isDeepStrictEqual } from "node:util";
import { keyName, keyOfItem } from "#core/dynamo/key.ts";
import { batchGetItems } from "#core/dynamo/read.ts";
import {
  addLanes,
  type Measures,
  measuresOf,
  rowReads,
  type SumsReading,
  sumsSoFar,
} from "#core/sums/read.ts";
import type { Contact } from "./schema.ts";
import { ORDERED_AT, REFUNDED, SPENT, TOTALS, totalsRow } from "./totals-definition.ts";
import type { CustomerTotals } from "./totals-schema.ts";

/** Repeated reads during a merge, because a read may fall between the change of two rows. */
const MAX_READS = 20;

type TotalsKey = Pick<Contact, "id" | "merging_ids">;

/** Reads the totals of some customers together. */
export async function totalsOf(
  storeId: string,
  some: readonly TotalsKey[],
  now: number,
): Promise<(contact: TotalsKey) => CustomerTotals> {
  const reading = await sumsSoFar(storeId, TOTALS, now);
  const isComplete = reading?.complete ?? false;
  const rows = reading ? await rowsOf(reading, some) : new Map<string, Measures>();
  return ({ id, merging_ids }) => ({
    ...totalsIn(addLanes([id, ...merging_ids].map((each) => rows.get(each)))),
    complete: isComplete,
  });
}

/** The rows of some customers. A merge moves amounts between rows, so they are read until two reads agree. */
async function rowsOf(reading: SumsReading, some: readonly TotalsKey[]): Promise<Map<string, Measures>> {
  const ids = [...new Set(some.flatMap(({ id, merging_ids }) => [id, ...merging_ids]))];
  const isMoving = some.some(({ merging_ids }) => merging_ids.length > 0);
  let found = await readTotals(reading, ids, isMoving || some.length === 1);
  for (let reads = 1; isMoving && reads < MAX_READS; reads++) {
    const again = await readTotals(reading, ids, true);
    if (isDeepStrictEqual(found, again)) return again;
    found = again;
  }
  return found;
}

async function readTotals(
  reading: SumsReading,
  ids: readonly string[],
  consistent: boolean,
): Promise<Map<string, Measures>> {
  const keysOf = (id: string) => rowReads(reading, totalsRow(id)).flatMap(({ key }) => key ?? []);
  const items = await batchGetItems(ids.flatMap(keysOf), consistent);
  const lanes = new Map(items.map((item) => [keyName(keyOfItem(item)), measuresOf(item)]));
  return new Map(ids.map((id) => [id, addLanes(keysOf(id).map((key) => lanes.get(keyName(key))))]));
}

/** Whether nothing is counted under a customer any more. */
export async function hasNoTotals(storeId: string, id: string, now: number): Promise<boolean> {
  const reading = await sumsSoFar(storeId, TOTALS, now);
  const rows = reading && (await readTotals(reading, [id], true));
  return Object.values(rows?.get(id) ?? {}).every((amount) => amount === 0);
}

/** The totals in a customer's row. */
export function totalsIn(measures: Measures): Omit<CustomerTotals, "complete"> {
  const amounts = (prefix: string) =>
    Object.fromEntries(
      Object.entries(measures).flatMap(([name, amount]) =>
        name.startsWith(prefix) && amount !== 0 ? [[name.slice(prefix.length), amount]] : [],
      ),
    );
  const ordered = Object.keys(amounts(ORDERED_AT)).map(Number);
  return {
    orders: measures.orders ?? 0,
    spent: amounts(SPENT),
    refunded: amounts(REFUNDED),
    first_order_at: ordered.length > 0 ? Math.min(...ordered) : null,
    last_order_at: ordered.length > 0 ? Math.max(...ordered) : null,
    appointments: measures.appointments ?? 0,
    no_shows: measures.no_shows ?? 0,
  };
}
