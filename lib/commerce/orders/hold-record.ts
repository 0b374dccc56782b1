import type { Write } from "#core/dynamo/transact.ts";
import type { Order } from "./schema.ts";
import { holds } from "./table.ts";

/** The writes that move the record of an order's hold from one end to another; `null` for none. */
export function holdWrites(
  order: Pick<Order, "id" | "store_id" | "items">,
  before: number | null,
  after: number | null,
): Write[] {
  const { id: order_id, store_id } = order;
  const variant_ids = [...new Set(order.items.flatMap(({ variant_id }) => variant_id ?? []))];
  if (before === after) return [];
  return [
    ...(before === null ? [] : [holds.removeKey({ store_id, order_id, ends_at: before })]),
    ...(after === null ? [] : [holds.create({ store_id, order_id, ends_at: after, variant_ids })]),
  ];
}
