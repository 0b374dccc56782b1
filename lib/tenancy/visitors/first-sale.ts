// Whether a sale was its customer's first in the store: said once, and never again, whatever is joined or cancelled later.

import type { Context } from "#core/context.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { expectedFailure, tryTransact } from "#core/dynamo/try-transact.ts";
import { firstSales } from "./table.ts";
import { totalsOf } from "./totals.ts";

interface Sold {
  store_id: string;
  customer_id: string;
  sale_id: string;
  made_at: number;
}

/**
 * Notes whether a sale is its customer's first: the first that comes here is, unless the customer's orders from before
 * that was kept say otherwise.
 *
 * @param note the write that says so in the sale, on condition that it is as it was read
 * @throws Contention where another was noted meanwhile: ask again
 */
export async function recordFirstSale(
  ctx: Context,
  { store_id, customer_id, sale_id, made_at }: Sold,
  note: (isFirst: boolean) => Write,
): Promise<void> {
  const known = await firstSales.find({ store_id, customer_id }, ctx);
  const isFirst = known
    ? known.sale_id === sale_id
    : !(await boughtBefore(ctx, store_id, customer_id, made_at));
  if (known || !isFirst) return transact(ctx, [note(isFirst)]);
  const first = firstSales.create({ store_id, customer_id, sale_id }, expectedFailure("known"));
  if ((await tryTransact(ctx, [first, note(true)])) !== undefined)
    throw new Contention(`Another sale of ${customer_id} was noted as the first.`);
}

async function boughtBefore(ctx: Context, storeId: string, id: string, at: number): Promise<boolean> {
  const { first_order_at } = (await totalsOf(storeId, [{ id, merging_ids: [] }], ctx.now()))({
    id,
    merging_ids: [],
  });
  return first_order_at !== null && first_order_at < at;
}
