// Whether a sale was its customer's first. Recorded once, and unchanged by later merges or cancellations.

import type { Context } from "#core/context.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { expectedFailure, tryTransact } from "#core/dynamo/try-transact.ts";
import { firstSales } from "./table.ts";
import { totalsOf } from "./totals.ts";

interface SaleKey {
  store_id: string;
  customer_id: string;
  sale_id: string;
  made_at: number;
}

/**
 * Records whether a sale is its customer's first: the first recorded one is, unless older orders exist.
 *
 * @param note the write that stores it in the sale, conditional on its version
 * @throws Contention if another sale was recorded meanwhile: the caller must try again
 */
export async function recordFirstSale(
  ctx: Context,
  { store_id, customer_id, sale_id, made_at }: SaleKey,
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
