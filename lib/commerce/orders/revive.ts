import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { conversion, isFree } from "#lib/commerce/carts/conversion.ts";
import { reserve, stockWrites } from "#lib/commerce/inventory/moves.ts";
import { plan } from "#lib/commerce/inventory/plan.ts";
import { readLevels } from "#lib/commerce/inventory/read.ts";
import { defaultLocation } from "#lib/commerce/locations/book.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { firming } from "./appointments.ts";
import type { News } from "./books.ts";
import { confirmedOrder } from "./confirm.ts";
import { added, providerOf } from "./entries.ts";
import { heldOf } from "./held.ts";
import type { Whole } from "./load.ts";
import { nextNumber } from "./number.ts";
import { termsAfter } from "./paid.ts";
import { replacement, written } from "./record.ts";
import type { Order, OrderItem } from "./schema.ts";

/**
 * Fills an order whose hold had ended before its money came, if all of it can still be had, and its cart has not become
 * another order. An order that was cancelled does not come back.
 *
 * @returns the order then; `undefined` where it stays over
 */
export async function revive(
  ctx: Context,
  whole: Whole,
  payment: Stored<Payment>,
  { drafts }: News,
): Promise<Stored<Order> | undefined> {
  const { order, cart, reservation } = whole;
  if (!hasExpired(order) || !isFree(cart)) return undefined;
  const items = await takenAgain(whole);
  if (!items) return undefined;
  const times = await firming(ctx, reservation, "booked");
  if (!times) return undefined;
  const receipt_number = await nextNumber(ctx, order.store_id, "receipt");
  const open: Stored<Order> = { ...order, status: "pending", items };
  const entries = added(ctx, order, drafts, providerOf(payment));
  const paid = { payment: termsAfter(order, payment), entries, receipt_number };
  const waits = reservation?.isApprovalRequired ?? false;
  const { order: after, moves } = confirmedOrder(ctx, open, paid, waits, "its money came late");
  const taken = items.flatMap(({ allocations }) => allocations.map(reserve));
  await transact(ctx, [
    ...replacement(ctx, order, after, ["order.confirmed", "order.paid"], 0),
    ...stockWrites(ctx, order.store_id, [...taken, ...moves]),
    ...times,
    ...(cart ? conversion(ctx, cart, order.id, true) : []),
  ]);
  return written(ctx, order, after);
}

/** Whether an order is over because its hold was: one that somebody cancelled is not. */
function hasExpired({ history }: Order): boolean {
  const ends = history.filter(({ action }) => action === "expired" || action === "cancelled");
  return ends.at(-1)?.action === "expired";
}

async function takenAgain({ order, shop }: Whole): Promise<OrderItem[] | undefined> {
  const goods = order.items.filter(({ type }) => type === "product");
  const levels = await readLevels(
    order.store_id,
    goods.flatMap(({ variant_id }) => variant_id ?? []),
    shop.locations,
  );
  const wanted = goods.map(({ id, product_id, variant_id, quantity, allocations }) => ({
    line_id: id,
    product_id: product_id ?? "",
    variant_id: variant_id ?? "",
    quantity,
    counted: allocations.some(({ counted }) => counted),
  }));
  const planned = plan(wanted, levels, { defaultId: defaultLocation(shop.locations).id });
  if (planned.some(({ missing }) => missing > 0)) return undefined;
  const found = new Map(planned.map(({ line_id, allocations }) => [line_id, allocations]));
  return order.items.map((item) => ({
    ...item,
    cancelled_quantity: 0,
    allocations: heldOf(found.get(item.id) ?? []),
    location_id: found.get(item.id)?.[0]?.location_id ?? item.location_id,
  }));
}
