import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { DAY } from "#core/seconds.ts";
import { canBecomeOrder } from "#lib/commerce/carts/record.ts";
import { planAllocations, readLevels } from "#lib/commerce/inventory/plan.ts";
import { defaultLocation } from "#lib/commerce/locations/location-book.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { confirmReservation, rebookReservation } from "./appointments.ts";
import { type PaymentChange, unrecordedChanges } from "./books.ts";
import { orderLife } from "./lifecycle.ts";
import type { NewAllocation } from "./lifecycle-events.ts";
import { amountKept, hasExpired } from "./payment-steps.ts";
import {
  commitOrder,
  type FullOrderSnapshot,
  findOrderSnapshot,
  nextNumber,
  retryOrderOnConflict,
} from "./record.ts";
import type { OrderItem } from "./schema.ts";
import { changedOrder, termsAfterPayment } from "./statuses.ts";
import { reservedAllocations } from "./units.ts";

/** Days for which a payment may be under way. */
export const MAX_PAYMENT_WAIT = 14 * DAY;

/**
 * Brings an order to where its payment is now. It heeds what the payment is, not what was told of it: any order of
 * callbacks, ticks and returning buyers ends the same.
 */
export async function reconcileOrderPayment(ctx: Context, storeId: string, orderId: string): Promise<void> {
  await retryOrderOnConflict(async () => {
    const snapshot = await findOrderSnapshot(storeId, orderId);
    if (snapshot?.payment) await settle(ctx, { ...snapshot, payment: snapshot.payment });
  });
}

/** An order and its payment, as the last step of a settlement has left them. */
type Standing = FullOrderSnapshot & { payment: Stored<Payment> };

async function settle(ctx: Context, snapshot: Standing): Promise<void> {
  const { order, payment } = snapshot;
  const [first] = unrecordedChanges(order.entries, payment);
  const came = first?.kind === "money" ? first : undefined;
  if (order.status === "pending" && !came && (await followPage(ctx, snapshot))) return;
  await noteRest(ctx, came ? await moneyCame(ctx, snapshot, came) : snapshot);
}

/** Follows a page on which nothing has come; whether that was all. */
async function followPage(ctx: Context, snapshot: Standing): Promise<boolean> {
  const { order, payment, reservation } = snapshot;
  const [now, before] = [payment.status, order.payment.status];
  const by = ctx;
  const step = async (event: Parameters<typeof orderLife.transition>[1]) => {
    await commitOrder(ctx, snapshot, orderLife.transition(snapshot, event));
    return true;
  };
  if (now === "authorized" && before !== "authorized") {
    const times = (await confirmReservation(ctx, reservation, "held")) ?? [];
    return step({ type: "payment authorized", payment, times, by });
  }
  if ((now === "failed" || now === "expired") && before === "authorized")
    return step({ type: "payment failed", why: "payment_failed", by });
  return now === "failed" && before !== "failed" && step({ type: "payment declined", payment, by });
}

/** Money that comes for an order that waits for it, or whose hold has ended: it takes what it needs, all or none. */
async function moneyCame(ctx: Context, snapshot: Standing, news: PaymentChange): Promise<Standing> {
  const { order, reservation } = snapshot;
  if (order.status !== "pending") return paid(ctx, snapshot, news, { again: await takeAgain(ctx, snapshot) });
  const times = await confirmReservation(ctx, reservation, "booked");
  if (times) return paid(ctx, snapshot, news, { times });
  // The time of an appointment is gone although its goods are not.
  const nothing = { type: "payment failed", why: "hold_ended", by: ctx } as const;
  await commitOrder(ctx, snapshot, orderLife.transition(snapshot, nothing));
  const again = await findOrderSnapshot(order.store_id, order.id);
  if (!again) throw new Contention("The order went meanwhile.");
  return paid(ctx, { ...again, payment: snapshot.payment }, news);
}

/**
 * What an order takes anew whose hold had ended; `undefined` where it stays over, its appointment was cancelled, or its
 * cart became another order.
 */
async function takeAgain(ctx: Context, snapshot: Standing): Promise<NewAllocation | undefined> {
  const { order, cart, reservation } = snapshot;
  if (order.status !== "cancelled" || !hasExpired(order) || !canBecomeOrder(cart)) return undefined;
  const items = await takenAgain(snapshot);
  const times = items && (await rebookReservation(ctx, reservation));
  return times && { items, times };
}

async function paid(
  ctx: Context,
  snapshot: Standing,
  news: PaymentChange,
  { times = [], again }: Partial<NewAllocation> & { again?: NewAllocation | undefined } = {},
): Promise<Standing> {
  const { order, payment } = snapshot;
  const isKept = order.status === "pending" || again || amountKept(order, payment, news) > 0;
  const receipt = order.receipt_number ?? (isKept ? await nextNumber(ctx, order.store_id, "receipt") : null);
  const money = { type: "payment received", payment, news, times, again, receipt, by: ctx } as const;
  const outcome = orderLife.transition(snapshot, money);
  const after = await commitOrder(ctx, snapshot, outcome);
  return { ...snapshot, order: after, payment: outcome.payment ?? payment };
}

/** Notes one by one what else is new of a payment: each refund is a change and an announcement of its own. */
async function noteRest(ctx: Context, from: Standing): Promise<void> {
  let at = from;
  for (;;) {
    const [news] = unrecordedChanges(at.order.entries, at.payment);
    // Of an order that waits for its money nothing has gone back.
    if (!news || (news.kind !== "money" && at.order.status === "pending")) break;
    at = news.kind === "money" ? await paid(ctx, at, news) : await toldOfRefund(ctx, at, news);
  }
  const { order, payment } = at;
  const record = changedOrder(ctx, order, { payment: termsAfterPayment(order, payment) }, "payment_updated");
  await commitOrder(ctx, at, { record, isSaid: true });
}

async function toldOfRefund(ctx: Context, snapshot: Standing, news: PaymentChange): Promise<Standing> {
  const { payment } = snapshot;
  const told = { type: "refund reported", payment, news, by: ctx } as const;
  return { ...snapshot, order: await commitOrder(ctx, snapshot, orderLife.transition(snapshot, told)) };
}

/** The items of an order whose hold had ended, with what they take now; `undefined` where not all of it can be had. */
async function takenAgain({
  order,
  shop,
}: Pick<FullOrderSnapshot, "order" | "shop">): Promise<OrderItem[] | undefined> {
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
  const planned = planAllocations(wanted, levels, { defaultId: defaultLocation(shop.locations).id });
  if (planned.some(({ missing }) => missing > 0)) return undefined;
  const found = new Map(planned.map(({ line_id, allocations }) => [line_id, allocations]));
  return order.items.map((item) => ({
    ...item,
    cancelled_quantity: 0,
    allocations: reservedAllocations(found.get(item.id) ?? []),
    location_id: found.get(item.id)?.[0]?.location_id ?? item.location_id,
  }));
}
