import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { DAY } from "#core/seconds.ts";
import { boughtWrites } from "#lib/commerce/carts/conversion.ts";
import { stockWrites } from "#lib/commerce/inventory/moves.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { firming } from "./appointments.ts";
import { type News, untold } from "./books.ts";
import { confirmedOrder } from "./confirm.ts";
import { whileContended } from "./contended.ts";
import { added, providerOf } from "./entries.ts";
import type { OrderEvent } from "./events.ts";
import { holdWrites } from "./hold-record.ts";
import { isGiven, noteLate } from "./late.ts";
import { findWhole, type Whole } from "./load.ts";
import { nextNumber } from "./number.ts";
import { itemsAfter, termsAfter } from "./paid.ts";
import { changed, replacement, written } from "./record.ts";
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

/** An order and its payment, as the last step of a settlement has left them. */
interface Standing {
  order: Stored<Order>;
  payment: Stored<Payment>;
}

async function settle(ctx: Context, whole: Whole, payment: Stored<Payment>): Promise<void> {
  const { order } = whole;
  const [first] = untold(order.entries, payment);
  const came = first?.of === "money" ? first : undefined;
  if (order.status === "pending" && !came && (await followPage(ctx, whole, payment))) return;
  await noteRest(ctx, came ? await moneyCame(ctx, whole, payment, came) : { order, payment });
}

/** Follows a page on which nothing has come; whether that was all. */
async function followPage(ctx: Context, whole: Whole, payment: Stored<Payment>): Promise<boolean> {
  const { order } = whole;
  const [now, before] = [payment.status, order.payment.status];
  if (now === "authorized" && before !== "authorized") await keep(ctx, whole, payment);
  else if ((now === "failed" || now === "expired") && before === "authorized")
    await transact(ctx, await releaseWrites(ctx, whole, "payment_failed"));
  else if (now === "failed" && before !== "failed") await declined(ctx, order, payment);
  else return false;
  return true;
}

async function moneyCame(
  ctx: Context,
  whole: Whole,
  payment: Stored<Payment>,
  news: News,
): Promise<Standing> {
  const { order } = whole;
  if (order.status === "pending") return confirm(ctx, whole, payment, news);
  const back = order.status === "cancelled" ? await revive(ctx, whole, payment, news) : undefined;
  return back ? { order: back, payment } : noteMoney(ctx, { order, payment }, news);
}

async function confirm(ctx: Context, whole: Whole, payment: Stored<Payment>, news: News): Promise<Standing> {
  const { order, cart, reservation } = whole;
  const times = await firming(ctx, reservation, "booked");
  if (!times) return cannotFill(ctx, whole, payment, news);
  const receipt_number = await nextNumber(ctx, order.store_id, "receipt");
  const entries = added(ctx, order, news.drafts, providerOf(payment));
  const paid = { payment: termsAfter(order, payment), entries, receipt_number };
  const waits = reservation?.isApprovalRequired ?? false;
  const { order: after, moves } = confirmedOrder(ctx, order, paid, waits);
  await transact(ctx, [
    ...replacement(ctx, order, after, ["order.confirmed", "order.paid"], 0),
    ...stockWrites(ctx, order.store_id, moves),
    ...times,
    ...boughtWrites(cart, order.id),
    ...holdWrites(order, order.hold_ends_at, null),
  ]);
  return { order: written(ctx, order, after), payment };
}

// Money is on its way: what it is for is kept until the provider says how it ended.
async function keep(ctx: Context, { order, reservation }: Whole, payment: Stored<Payment>): Promise<void> {
  const times = (await firming(ctx, reservation, "held")) ?? [];
  const held = {
    payment: termsAfter(order, payment),
    items: order.items.map((item) => ({ ...item, status: { ...item.status, expires_at: null } })),
    hold_ends_at: null,
    tend_at: ctx.now() + DAY,
  };
  await transact(ctx, [
    ...replacement(ctx, order, changed(ctx, order, held, "payment_processing")),
    ...times,
    ...holdWrites(order, order.hold_ends_at, null),
  ]);
}

// It can be tried again for as long as it is held.
async function declined(ctx: Context, order: Stored<Order>, payment: Stored<Payment>): Promise<void> {
  const after = changed(ctx, order, { payment: termsAfter(order, payment) }, "payment_failed");
  await transact(ctx, replacement(ctx, order, after, ["order.payment_failed"]));
}

// The time of an appointment is gone although its goods are not: all or none.
async function cannotFill(
  ctx: Context,
  whole: Whole,
  payment: Stored<Payment>,
  news: News,
): Promise<Standing> {
  await transact(ctx, await releaseWrites(ctx, whole, "hold_ended"));
  const again = await findWhole(whole.order.store_id, whole.order.id);
  if (!again) throw new Contention("The order went meanwhile.");
  return noteMoney(ctx, { order: again.order, payment }, news);
}

/** Notes money for an order that waits for none, or for less: what is more than is owed goes back, and is told. */
async function noteMoney(ctx: Context, { order, payment }: Standing, news: News): Promise<Standing> {
  const { kept, isOver, ...come } = noteLate(ctx, order, payment, news);
  const isNumbered = order.receipt_number !== null || kept === 0;
  const change = {
    entries: come.entries,
    payment: termsAfter(order, payment),
    receipt_number: isNumbered ? order.receipt_number : await nextNumber(ctx, order.store_id, "receipt"),
  };
  const why = order.status === "cancelled" ? "it came too late" : "it was paid already";
  const after = changed(ctx, order, change, isOver ? "payment_refused" : "paid", isOver ? why : null);
  const told: OrderEvent[] = [
    ...(kept > 0 ? (["order.paid"] as const) : []),
    ...(isOver ? (["order.payment_refused"] as const) : []),
  ];
  await transact(ctx, [...replacement(ctx, order, after, told, 0), ...come.writes]);
  return { order: written(ctx, order, after), payment: come.payment };
}

/** Notes one by one what else is new of a payment: each refund is a change and an announcement of its own. */
async function noteRest(ctx: Context, from: Standing): Promise<void> {
  let at = from;
  for (;;) {
    const [news] = untold(at.order.entries, at.payment);
    if (!news) break;
    at = news.of === "money" ? await noteMoney(ctx, at, news) : await noteReturn(ctx, at, news);
  }
  const { order, payment } = at;
  const after = changed(ctx, order, { payment: termsAfter(order, payment) }, "payment_updated");
  await transact(ctx, replacement(ctx, order, after, [], 0));
}

async function noteReturn(ctx: Context, { order, payment }: Standing, news: News): Promise<Standing> {
  const isNew = isGiven(order.entries, news);
  const change = {
    entries: added(ctx, order, news.drafts, providerOf(payment)),
    payment: termsAfter(order, payment),
    items: itemsAfter(order, news),
  };
  const after = changed(ctx, order, change, isNew ? "refunded" : "payment_updated");
  await transact(ctx, replacement(ctx, order, after, isNew ? ["order.refunded"] : [], 0));
  return { order: written(ctx, order, after), payment };
}
