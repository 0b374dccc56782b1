import type { Context } from "#core/context.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { reopening } from "#lib/commerce/carts/conversion.ts";
import type { Move } from "#lib/commerce/inventory/moves.ts";
import { stockWrites } from "#lib/commerce/inventory/moves.ts";
import { giveBack } from "#lib/money/promo-codes/redemption.ts";
import { freeing } from "./appointments.ts";
import { openUnits, releaseUnits } from "./held.ts";
import { holdWrites } from "./hold-record.ts";
import { findWhole, type Whole } from "./load.ts";
import { changed, replacement } from "./record.ts";
import type { Order } from "./schema.ts";

/** Why an order that was not paid is over. */
type End = "hold_ended" | "cart_changed" | "payment_failed";

const WORDS: Record<End, string> = {
  hold_ended: "it was not paid in time",
  cart_changed: "the cart was changed",
  payment_failed: "the payment failed",
};

/**
 * Ends an order that is not paid: what it held is free, its promo use goes back, and its cart is active again with its
 * lines. All in one transaction, under the order's version, so that it happens once.
 *
 * @returns whether it was ended now; an order with money under way or come is left alone, and so is a hold that goes on
 */
export async function release(ctx: Context, storeId: string, id: string, end: End): Promise<boolean> {
  const whole = await findWhole(storeId, id);
  if (whole?.order.status !== "pending") return false;
  const { order, payment } = whole;
  if (payment?.status === "captured" || payment?.status === "authorized") return false;
  const isOver = order.hold_ends_at !== null && order.hold_ends_at <= ctx.now();
  if (end === "hold_ended" && !isOver) return false;
  await transact(ctx, await releaseWrites(ctx, whole, end));
  return true;
}

/** The writes that end an order that is not paid. */
export async function releaseWrites(ctx: Context, whole: Whole, end: End): Promise<Write[]> {
  const { order, cart, reservation, redemption, shop } = whole;
  const moves: Move[] = [];
  const items = order.items.map((item) => {
    const units = openUnits(item);
    const freed = releaseUnits(item, units);
    moves.push(...freed.moves);
    const status = { status: "cancelled" as const, expires_at: null, reason: WORDS[end] };
    return { ...freed.item, cancelled_quantity: item.quantity - item.fulfilled_quantity, status };
  });
  const over: Partial<Order> = {
    items,
    payment: { ...order.payment, status: "expired" },
    hold_ends_at: null,
    tend_at: null,
  };
  const after = changed(ctx, order, over, "expired", WORDS[end]);
  return [
    ...replacement(ctx, order, { ...after, payment_status: "expired" }, [], 0),
    ...stockWrites(ctx, order.store_id, moves),
    ...(await freeing(ctx, reservation, "FAILED")),
    ...giveBack(redemption),
    ...reopening(ctx, shop.business, cart, order.id),
    ...holdWrites(order, order.hold_ends_at, null),
  ];
}
