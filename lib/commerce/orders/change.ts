import type { Context } from "#core/context.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { changesOf } from "#core/records/record.ts";
import { unchanged } from "#lib/booking/reservations/record.ts";
import { boughtWrites } from "#lib/commerce/carts/conversion.ts";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { stockWrites } from "#lib/commerce/inventory/moves.ts";
import { closePage } from "#lib/money/payments/pages.ts";
import { firming } from "./appointments.ts";
import { sums, takenInCash } from "./books.ts";
import { cancelItems, cancelOrder } from "./cancel.ts";
import { confirmedOrder } from "./confirm.ts";
import { whileContended } from "./contended.ts";
import { added } from "./entries.ts";
import { holdWrites } from "./hold-record.ts";
import { getWhole, type Whole } from "./load.ts";
import { nextNumber } from "./number.ts";
import { changed, replacement, viewOrder } from "./record.ts";
import type { UpdateOrder } from "./request-schema.ts";
import { Order } from "./schema.ts";
import { settleOrder } from "./settle.ts";
import { owed } from "./state.ts";
import { follow } from "./sync.ts";
import { orders } from "./table.ts";
import type { OrderView } from "./view-schema.ts";

/**
 * Changes what is sent of an order, for operators: addresses and forms, then confirms, cancels lines or all of it, and
 * notes that cash has come. An old `version` is a conflict; what is so already is no error.
 *
 * @throws GENERAL.FORBIDDEN where money would go back that the caller may not give back: see `givenBack`
 */
export function updateOrder(
  ctx: Context,
  storeId: string,
  orderId: string,
  input: UpdateOrder,
): Promise<OrderView> {
  const cancel = typeof input.cancel === "object" ? input.cancel !== null : input.cancel === true;
  const reason =
    (typeof input.cancel === "object" ? input.cancel?.reason : undefined) ?? input.reason ?? null;
  const how = { reason, refund: input.refund };
  return whileContended(async () => {
    await changeFields(ctx, storeId, orderId, input);
    if (input.confirm) await confirm(ctx, storeId, orderId);
    if (input.items?.some(({ cancel_quantity }) => cancel_quantity != null))
      await cancelItems(ctx, storeId, orderId, input.items, how);
    if (cancel) await cancelOrder(ctx, storeId, orderId, how);
    if (input.paid) await markPaid(ctx, storeId, orderId);
    return viewOrder(await orders.get({ store_id: storeId, id: orderId }, ORDER.NOT_FOUND(), ctx));
  });
}

async function changeFields(
  ctx: Context,
  storeId: string,
  orderId: string,
  { id, store_id, confirm, cancel, reason, refund, paid, items, version, ...sent }: UpdateOrder,
): Promise<void> {
  const order = await orders.get({ store_id: storeId, id: orderId }, ORDER.NOT_FOUND(), ctx);
  if (version != null && version !== order[VERSION]) throw GENERAL.CONFLICT();
  const change = changesOf(Order, sent, {});
  if (Object.keys(change).length === 0) return;
  const sentAway = order.items.some(
    ({ fulfilled_quantity, type }) => type === "product" && fulfilled_quantity > 0,
  );
  if (sent.shipping_address !== undefined && sentAway)
    throw ORDER.INVALID_STATUS({ message: "some of it has been sent to its address" });
  await transact(ctx, replacement(ctx, order, changed(ctx, order, change, "changed")));
}

/** Confirms an order that nobody has paid: what it comes to is owed, and is noted by hand when it comes. */
async function confirm(ctx: Context, storeId: string, orderId: string): Promise<void> {
  const whole = await getWhole(storeId, orderId);
  if (whole.order.status === "cancelled" || whole.order.status === "completed") throw isOver(whole.order);
  if (whole.order.status !== "pending") return;
  if (await wasPaid(ctx, whole)) return;
  const { order, reservation, cart } = await getWhole(storeId, orderId);
  const times = await firming(ctx, reservation, "booked");
  if (!times) throw ORDER.INVALID_STATUS({ message: "the time of an appointment is taken by now" });
  const payment = { ...order.payment, type: "cash" as const, status: "none" };
  const waits = reservation?.isApprovalRequired ?? false;
  const { order: after, moves } = confirmedOrder(ctx, order, { payment }, waits);
  await transact(ctx, [
    ...replacement(ctx, order, after, ["order.confirmed"]),
    ...stockWrites(ctx, storeId, moves),
    ...times,
    ...boughtWrites(cart, order.id),
    ...holdWrites(order, order.hold_ends_at, null),
  ]);
}

/** Closes the page of an order; if it was paid meanwhile, that counts. */
async function wasPaid(ctx: Context, { order, payment }: Whole): Promise<boolean> {
  if (!payment || order.status !== "pending") return false;
  const end = await closePage(ctx, order.store_id, payment.id);
  if (end === "paid") await settleOrder(ctx, order.store_id, order.id);
  return end === "paid";
}

async function markPaid(ctx: Context, storeId: string, orderId: string): Promise<void> {
  const { order, reservation } = await followed(ctx, storeId, orderId);
  const { type } = order.payment;
  const amount = owed(order);
  if (type === "free" || (amount === 0 && sums(order.entries).captured > 0)) return;
  if (type !== "cash") throw ORDER.INVALID_STATUS({ message: "it is paid by card, and not by hand" });
  if (order.status === "cancelled") throw isOver(order);
  if (amount === 0) return;
  const receipt_number = order.receipt_number ?? (await nextNumber(ctx, storeId, "receipt"));
  const entries = added(ctx, order, [takenInCash(amount)]);
  const after = changed(ctx, order, { entries, receipt_number }, "paid");
  await transact(ctx, [
    ...replacement(ctx, order, after, ["order.paid"]),
    // Nothing is paid for an appointment that is cancelled at this moment.
    reservation && unchanged(reservation),
  ]);
}

/** An order that says of its appointments what their reservation says by now. */
async function followed(ctx: Context, storeId: string, orderId: string): Promise<Whole> {
  const whole = await getWhole(storeId, orderId);
  if (!whole.reservation) return whole;
  await follow(ctx, whole);
  const again = await getWhole(storeId, orderId);
  // What was cancelled since has not been followed yet.
  if (again.reservation?.[VERSION] !== whole.reservation[VERSION]) throw new Contention();
  return again;
}

function isOver({ number, status }: Pick<Order, "number" | "status">): Error {
  return ORDER.INVALID_STATUS({ message: `the order ${number} is ${status}` });
}
