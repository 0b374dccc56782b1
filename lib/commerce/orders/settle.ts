import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { DAY } from "#core/seconds.ts";
import { boughtWrites } from "#lib/commerce/carts/conversion.ts";
import { stockWrites } from "#lib/commerce/inventory/moves.ts";
import { refundRest } from "#lib/money/payments/refunds.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { firming } from "./appointments.ts";
import { confirmedOrder } from "./confirm.ts";
import { whileContended } from "./contended.ts";
import type { OrderEvent } from "./events.ts";
import { holdWrites } from "./hold-record.ts";
import { findWhole, type Whole } from "./load.ts";
import { nextNumber } from "./number.ts";
import { paidAs, withRefunds } from "./paid.ts";
import { changed, replacement } from "./record.ts";
import { releaseWrites } from "./release.ts";
import { revive } from "./revive.ts";
import type { Order } from "./schema.ts";

/** Days for which a payment may be under way. */
export const MAX_WAIT = 14 * DAY;

/**
 * Brings an order to where its payment is now. It heeds what the payment is, not what was told of it: any order of
 * callbacks, ticks and returning buyers ends the same.
 */
export async function settleOrder(ctx: Context, storeId: string, orderId: string): Promise<void> {
  await whileContended(async () => {
    const whole = await findWhole(storeId, orderId);
    if (whole?.payment) await settle(ctx, whole, whole.payment);
  });
}

async function settle(ctx: Context, whole: Whole, payment: Stored<Payment>): Promise<void> {
  const { order } = whole;
  if (payment.status === "captured" && order.payment.captured < payment.captured) {
    await moneyCame(ctx, whole, payment);
    return;
  }
  if (order.status === "pending") {
    if (payment.status === "authorized" && order.payment.status !== "authorized")
      return keep(ctx, whole, payment);
    const lost = payment.status === "failed" || payment.status === "expired";
    if (lost && order.payment.status === "authorized")
      return transact({ now: ctx.now }, await releaseWrites(ctx, whole, "payment_failed"));
    if (payment.status === "failed" && order.payment.status !== "failed")
      return declined(ctx, order, payment);
  }
  await noteRefunds(ctx, order, payment);
}

async function moneyCame(ctx: Context, whole: Whole, payment: Stored<Payment>): Promise<void> {
  const { order } = whole;
  if (order.status === "pending") return confirm(ctx, whole, payment);
  if (order.status === "cancelled") {
    const back = await revive(ctx, whole, payment);
    if (back) return;
    return sendBack(ctx, order, payment);
  }
  // It was confirmed before its money came, which is for all of it: for units too that were cancelled as unpaid.
  const items = order.items.map((item) => ({ ...item, unpaid_quantity: 0 }));
  const receipt_number = order.receipt_number ?? (await nextNumber(order.store_id, "receipt"));
  const after = changed(ctx, order, { items, payment: paidAs(order, payment), receipt_number }, "paid");
  await transact({ now: ctx.now }, replacement(ctx, order, after, ["order.paid"]));
}

async function confirm(ctx: Context, whole: Whole, payment: Stored<Payment>): Promise<void> {
  const { order, cart, reservation } = whole;
  const times = await firming(ctx, reservation, "booked");
  if (!times) return cannotFill(ctx, whole, payment);
  const receipt_number = await nextNumber(order.store_id, "receipt");
  const paid = { payment: paidAs(order, payment), receipt_number };
  const waits = reservation?.isApprovalRequired ?? false;
  const { order: after, moves } = confirmedOrder(ctx, order, paid, waits);
  await transact({ now: ctx.now }, [
    ...replacement(ctx, order, after, ["order.confirmed", "order.paid"]),
    ...stockWrites(ctx, order.store_id, moves),
    ...times,
    ...boughtWrites(cart, order.id),
    ...holdWrites(order, order.hold_ends_at, null),
  ]);
}

// Money is on its way: what it is for is kept until the provider says how it ended.
async function keep(ctx: Context, { order, reservation }: Whole, payment: Stored<Payment>): Promise<void> {
  const times = (await firming(ctx, reservation, "held")) ?? [];
  const held = {
    payment: { ...order.payment, status: payment.status },
    items: order.items.map((item) => ({ ...item, status: { ...item.status, expires_at: null } })),
    hold_ends_at: null,
    tend_at: ctx.now() + DAY,
  };
  await transact({ now: ctx.now }, [
    ...replacement(ctx, order, changed(ctx, order, held, "payment_processing")),
    ...times,
    ...holdWrites(order, order.hold_ends_at, null),
  ]);
}

// It can be tried again for as long as it is held.
async function declined(ctx: Context, order: Stored<Order>, payment: Stored<Payment>): Promise<void> {
  const after = changed(
    ctx,
    order,
    { payment: { ...order.payment, status: payment.status } },
    "payment_failed",
  );
  await transact({ now: ctx.now }, replacement(ctx, order, after, ["order.payment_failed"]));
}

// The time of an appointment is gone although its goods are not: all or none.
async function cannotFill(ctx: Context, whole: Whole, payment: Stored<Payment>): Promise<void> {
  const writes = await releaseWrites(ctx, whole, "hold_ended");
  await transact({ now: ctx.now }, writes);
  const again = await findWhole(whole.order.store_id, whole.order.id);
  if (again) await sendBack(ctx, again.order, payment);
}

/** Money for what cannot be given any more goes back by itself, and is told. */
async function sendBack(ctx: Context, order: Stored<Order>, payment: Stored<Payment>): Promise<void> {
  const refund = refundRest(ctx, payment);
  const { captured, refunded } = payment;
  const refund_pending = refund.length > 0 ? captured - refunded : payment.refund_pending;
  const noted = { ...order.payment, status: payment.status, captured, refunded, refund_pending };
  const after = changed(ctx, order, { payment: noted }, "payment_refused", "it came too late");
  const told: OrderEvent[] = ["order.payment_refused"];
  await transact({ now: ctx.now }, [...replacement(ctx, order, after, told), ...refund]);
}

async function noteRefunds(ctx: Context, order: Stored<Order>, payment: Stored<Payment>): Promise<void> {
  const noted = await withRefunds(order, payment);
  if (JSON.stringify(noted.payment) === JSON.stringify(order.payment)) return;
  const more = noted.payment.refunded > order.payment.refunded;
  const after = changed(ctx, order, noted, more ? "refunded" : "payment_updated");
  await transact({ now: ctx.now }, replacement(ctx, order, after, more ? ["order.refunded"] : []));
}
