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
import { hasExpired } from "./payment-steps.ts";
import {
  commitOrder,
  type FullOrderSnapshot,
  findOrderSnapshot,
  nextNumber,
  retryOrderOnConflict,
} from "./record.ts";
import type { OrderItem } from "./schema.ts";
import { changedOrder, termsAfterPayment } from "./statuses.ts";
import { amountKept } from "./surplus.ts";
import { reservedAllocations } from "./units.ts";

/** Seconds for which a payment may be pending. */
export const MAX_PAYMENT_WAIT = 14 * DAY;

/**
 * Brings an order in line with its payment. It reads the payment's state and no message, so callbacks, ticks
 * and returning buyers may come in any order.
 */
export async function reconcileOrderPayment(ctx: Context, storeId: string, orderId: string): Promise<void> {
  await retryOrderOnConflict(async () => {
    const snapshot = await findOrderSnapshot(storeId, orderId);
    if (snapshot?.payment) await settle(ctx, { ...snapshot, payment: snapshot.payment });
  });
}

type Standing = FullOrderSnapshot & { payment: Stored<Payment> };

async function settle(ctx: Context, snapshot: Standing): Promise<void> {
  const { order, payment } = snapshot;
  const [first] = unrecordedChanges(order.entries, payment);
  const came = first?.kind === "money" ? first : undefined;
  if (order.status === "pending" && !came && (await followPage(ctx, snapshot))) return;
  await noteRest(ctx, came ? await moneyCame(ctx, snapshot, came) : snapshot);
}

/** Handles a page without money. Returns true if nothing else is left to do. */
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

/**
 * Handles money for an order that waits for it or whose hold has ended. The order gets everything it needs,
 * or nothing.
 */
async function moneyCame(ctx: Context, snapshot: Standing, news: PaymentChange): Promise<Standing> {
  const { order, reservation } = snapshot;
  if (order.status !== "pending") return paid(ctx, snapshot, news, { again: await takeAgain(ctx, snapshot) });
  const times = await confirmReservation(ctx, reservation, "booked");
  if (times) return paid(ctx, snapshot, news, { times });
  // The goods are still reserved, but the time of an appointment is taken.
  const nothing = { type: "payment failed", why: "hold_ended", by: ctx } as const;
  await commitOrder(ctx, snapshot, orderLife.transition(snapshot, nothing));
  const again = await findOrderSnapshot(order.store_id, order.id);
  if (!again) throw new Contention("The order went meanwhile.");
  return paid(ctx, { ...again, payment: snapshot.payment }, news);
}

/**
 * Reserves again what an expired order needs; `undefined` if it stays ended, its appointment was cancelled,
 * or its cart became another order.
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

/** Records the other differences one by one: each refund is a change and an event of its own. */
async function noteRest(ctx: Context, from: Standing): Promise<void> {
  let at = from;
  for (;;) {
    const [news] = unrecordedChanges(at.order.entries, at.payment);
    // An order that waits for its money has no refunds.
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

/** The items of an expired order with new allocations; `undefined` if not all of them are available. */
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
