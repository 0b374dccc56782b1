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
 * Brings an order in line with its payment. It reads the payment's state and no callback, so callbacks, due workers
 * and returning buyers may come in any order.
 */
export async function reconcileOrderPayment(ctx: Context, storeId: string, orderId: string): Promise<void> {
  await retryOrderOnConflict(async () => {
    const snapshot = await findOrderSnapshot(storeId, orderId);
    if (snapshot?.payment) await reconcile(ctx, { ...snapshot, payment: snapshot.payment });
  });
}

type SnapshotWithPayment = FullOrderSnapshot & { payment: Stored<Payment> };

async function reconcile(ctx: Context, snapshot: SnapshotWithPayment): Promise<void> {
  const { order, payment } = snapshot;
  const [first] = unrecordedChanges(order.entries, payment);
  const moneyChange = first?.kind === "money" ? first : undefined;
  if (order.status === "pending" && !moneyChange && (await followPaymentPage(ctx, snapshot))) return;
  await recordOtherChanges(ctx, moneyChange ? await recordMoney(ctx, snapshot, moneyChange) : snapshot);
}

/** Records the state of a payment page without money. Returns true if nothing else is left to do. */
async function followPaymentPage(ctx: Context, snapshot: SnapshotWithPayment): Promise<boolean> {
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
 * Records money, also for an order that no longer waits for it. The order gets all its goods and appointments,
 * or none.
 */
async function recordMoney(
  ctx: Context,
  snapshot: SnapshotWithPayment,
  change: PaymentChange,
): Promise<SnapshotWithPayment> {
  const { order, reservation } = snapshot;
  if (order.status !== "pending")
    return recordPayment(ctx, snapshot, change, { again: await reserveAgain(ctx, snapshot) });
  const times = await confirmReservation(ctx, reservation, "booked");
  if (times) return recordPayment(ctx, snapshot, change, { times });
  // The time of an appointment is taken, so the order ends and releases its goods, and the money is refunded.
  const failure = { type: "payment failed", why: "hold_ended", by: ctx } as const;
  await commitOrder(ctx, snapshot, orderLife.transition(snapshot, failure));
  const again = await findOrderSnapshot(order.store_id, order.id);
  if (!again) throw new Contention("The order went meanwhile.");
  return recordPayment(ctx, { ...again, payment: snapshot.payment }, change);
}

/**
 * Reserves again what an expired order needs; `undefined` if any of it is taken or was cancelled, or its cart
 * became another order.
 */
async function reserveAgain(ctx: Context, snapshot: SnapshotWithPayment): Promise<NewAllocation | undefined> {
  const { order, cart, reservation } = snapshot;
  if (order.status !== "cancelled" || !hasExpired(order) || !canBecomeOrder(cart)) return undefined;
  const items = await reserveItems(snapshot);
  const times = items && (await rebookReservation(ctx, reservation));
  return times && { items, times };
}

async function recordPayment(
  ctx: Context,
  snapshot: SnapshotWithPayment,
  change: PaymentChange,
  { times = [], again }: Partial<NewAllocation> & { again?: NewAllocation | undefined } = {},
): Promise<SnapshotWithPayment> {
  const { order, payment } = snapshot;
  const isKept = order.status === "pending" || again || amountKept(order, payment, change) > 0;
  const receipt = order.receipt_number ?? (isKept ? await nextNumber(ctx, order.store_id, "receipt") : null);
  const money = { type: "payment received", payment, news: change, times, again, receipt, by: ctx } as const;
  const outcome = orderLife.transition(snapshot, money);
  const after = await commitOrder(ctx, snapshot, outcome);
  return { ...snapshot, order: after, payment: outcome.payment ?? payment };
}

/** Records the other differences one by one, so that each refund gets its own history entry and event. */
async function recordOtherChanges(ctx: Context, from: SnapshotWithPayment): Promise<void> {
  let current = from;
  for (;;) {
    const [change] = unrecordedChanges(current.order.entries, current.payment);
    // An order that waits for its money has no refunds.
    if (!change || (change.kind !== "money" && current.order.status === "pending")) break;
    current =
      change.kind === "money"
        ? await recordPayment(ctx, current, change)
        : await recordRefund(ctx, current, change);
  }
  const { order, payment } = current;
  const record = changedOrder(ctx, order, { payment: termsAfterPayment(order, payment) }, "payment_updated");
  await commitOrder(ctx, current, { record, allowsAnySize: true });
}

async function recordRefund(
  ctx: Context,
  snapshot: SnapshotWithPayment,
  change: PaymentChange,
): Promise<SnapshotWithPayment> {
  const { payment } = snapshot;
  const report = { type: "refund reported", payment, news: change, by: ctx } as const;
  return { ...snapshot, order: await commitOrder(ctx, snapshot, orderLife.transition(snapshot, report)) };
}

/** The items of an expired order with new allocations; `undefined` if not all of them are available. */
async function reserveItems({
  order,
  shop,
}: Pick<FullOrderSnapshot, "order" | "shop">): Promise<OrderItem[] | undefined> {
  const goods = order.items.filter(({ type }) => type === "product");
  const levels = await readLevels(
    order.store_id,
    goods.flatMap(({ variant_id }) => variant_id ?? []),
    shop.locations,
  );
  const lines = goods.map(({ id, product_id, variant_id, quantity, allocations }) => ({
    line_id: id,
    product_id: product_id ?? "",
    variant_id: variant_id ?? "",
    quantity,
    counted: allocations.some(({ counted }) => counted),
  }));
  const planned = planAllocations(lines, levels, { defaultId: defaultLocation(shop.locations).id });
  if (planned.some(({ missing }) => missing > 0)) return undefined;
  const found = new Map(planned.map(({ line_id, allocations }) => [line_id, allocations]));
  return order.items.map((item) => ({
    ...item,
    cancelled_quantity: 0,
    allocations: reservedAllocations(found.get(item.id) ?? []),
    location_id: found.get(item.id)?.[0]?.location_id ?? item.location_id,
  }));
}
