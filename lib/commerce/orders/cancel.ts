import type { Context } from "#core/context.ts";
import { invalidField } from "#core/errors.ts";
import type { Event } from "#core/events.ts";
import { expectVersion } from "#core/records/record.ts";
import { holdsTime } from "#lib/booking/reservations/states.ts";
import { closePage } from "#lib/money/payments/pages.ts";
import { checkRefundPermission, type RefundScope } from "#lib/money/payments/refund-permission.ts";
import type { RefundRule } from "#lib/money/payments/schema.ts";
import { orderLife } from "./lifecycle.ts";
import type { Units } from "./lifecycle-events.ts";
import { reconcileOrderPayment } from "./reconcile-payment.ts";
import {
  commitOrder,
  type FullOrderSnapshot,
  findOrderSnapshot,
  getOrderSnapshot,
  retryOrderOnConflict,
} from "./record.ts";
import type { UpdateOrder } from "./request-schema.ts";
import type { Order, OrderItem } from "./schema.ts";
import { buyerMayCancel } from "./statuses.ts";
import { amountPaidFor } from "./unit-steps.ts";
import { openUnits } from "./units.ts";
import { withPublicVersion } from "./view.ts";

interface CancelOptions {
  reason: string | null;
  refund?: RefundRule;
  /** How much is refunded, if that is decided already; otherwise `checkRefundPermission` decides. */
  given?: RefundScope;
  /** The version that the order must still have, if the caller named one. */
  version?: UpdateOrder["version"];
}

/** Cancels everything that was not sent, and refunds what was paid for it. Returns whether the order changed. */
export async function cancelOrder(
  ctx: Context,
  storeId: string,
  orderId: string,
  options: CancelOptions,
): Promise<boolean> {
  return cancelUnits(ctx, await getOrderSnapshot(storeId, orderId), undefined, options);
}

/** Cancels units of lines. `cancel_quantity` is the total of a line, so that a retry cancels nothing twice. */
export async function cancelItems(
  ctx: Context,
  storeId: string,
  orderId: string,
  items: NonNullable<UpdateOrder["items"]>,
  options: CancelOptions,
): Promise<boolean> {
  const snapshot = await getOrderSnapshot(storeId, orderId);
  expectVersion(withPublicVersion(snapshot.order), options);
  const units = requestedUnits(snapshot.order, items);
  return units.size > 0 && (await cancelUnits(ctx, snapshot, units, options));
}

function requestedUnits(order: Order, items: NonNullable<UpdateOrder["items"]>): Units {
  const requested = new Map<string, number>();
  for (const { id, cancel_quantity } of items) {
    if (cancel_quantity == null) continue;
    const item = order.items.find((each) => each.id === id);
    if (!item) throw invalidField(id, "is no item of this order");
    const more = cancel_quantity - item.cancelled_quantity;
    if (more < 0) throw invalidField(id, `has ${item.cancelled_quantity} units cancelled already`);
    if (more > openUnits(item))
      throw invalidField(id, `has ${openUnits(item)} units that are not sent or cancelled`);
    if (more > 0) requested.set(id, more);
  }
  return requested;
}

/**
 * Cancels units of an order, or everything that was not sent, and refunds what was paid for them. An open payment page
 * is closed first; if the buyer has paid meanwhile, the order is cancelled as a paid one.
 *
 * @throws GENERAL.FORBIDDEN see `checkRefundPermission`
 */
async function cancelUnits(
  ctx: Context,
  snapshot: FullOrderSnapshot,
  units: Units | undefined,
  options: CancelOptions,
): Promise<boolean> {
  const { order, payment } = snapshot;
  if (order.status !== "pending") return cancel(ctx, snapshot, units, options);
  expectVersion(withPublicVersion(order), options);
  // Throws if the cancellation is refused, so that the payment page is not closed in vain.
  cancellation(ctx, snapshot, units, options, "all");
  if (payment && (await closePage(ctx, order.store_id, payment.id)) === "paid")
    await reconcileOrderPayment(ctx, order.store_id, order.id);
  return cancel(ctx, await getOrderSnapshot(order.store_id, order.id), undefined, options);
}

async function cancel(
  ctx: Context,
  snapshot: FullOrderSnapshot,
  units: Units | undefined,
  options: CancelOptions,
): Promise<boolean> {
  expectVersion(withPublicVersion(snapshot.order), options);
  const hasRefund = snapshot.order.status !== "pending" && amountPaidFor(snapshot, units) > 0;
  const goes = hasRefund ? await decideRefund(ctx, snapshot.order, options) : "all";
  const after = await commitOrder(ctx, snapshot, cancellation(ctx, snapshot, units, options, goes));
  return after !== snapshot.order;
}

function cancellation(
  by: Context,
  snapshot: FullOrderSnapshot,
  units: Units | undefined,
  { reason }: CancelOptions,
  goes: RefundScope,
): ReturnType<typeof orderLife.transition> {
  return orderLife.transition(snapshot, { type: "cancelled", units, reason, goes, by });
}

async function decideRefund(
  ctx: Context,
  order: Order,
  { refund, given }: CancelOptions,
): Promise<RefundScope> {
  return given ?? checkRefundPermission(ctx, order.store_id, refund, buyerMayCancel(order, ctx.now()));
}

export async function settleOrderFromEvent(ctx: Context, event: Event): Promise<void> {
  const { reference } = event.data;
  if (typeof reference !== "string" || !reference.startsWith("order_")) return;
  await reconcileOrderPayment(ctx, event.tenant_id, reference);
}

/** Changes the lines of an order as staff have changed its reservation. */
export async function followReservation(ctx: Context, event: Event): Promise<void> {
  const { orderId } = event.data;
  if (typeof orderId !== "string") return;
  await retryOrderOnConflict(async () => {
    const snapshot = await findOrderSnapshot(event.tenant_id, orderId);
    if (snapshot?.reservation) await syncAppointments(ctx, snapshot);
  });
}

/** Cancels the lines whose appointments were cancelled, and updates the times of the others. */
export async function syncAppointments(ctx: Context, snapshot: FullOrderSnapshot): Promise<void> {
  const { order, reservation } = snapshot;
  // While a reservation waits for its order's payment, the payment decides about both.
  if (!reservation || reservation.status === "CREATED" || order.status === "cancelled") return;
  const isActive = holdsTime(reservation.status);
  const keepsMoney = ({ part_id }: OrderItem) =>
    part_id !== null && reservation.notRefunded.includes(part_id);
  const gone = order.items.filter(
    ({ type, part_id, cancelled_quantity }) =>
      type === "service" &&
      cancelled_quantity === 0 &&
      !(isActive && reservation.parts.some(({ id }) => id === part_id)),
  );
  if (gone.length > 0) {
    const reason = "the appointment was cancelled";
    if (order.status === "pending") {
      await cancelOrder(ctx, order.store_id, order.id, { reason });
      return;
    }
    // Refunded lines come first, because cancelling the last line refunds all that is left.
    for (const given of ["all", "nothing"] as const) {
      const units = gone.filter(
        (item) => item.fulfilled_quantity === 0 && keepsMoney(item) === (given === "nothing"),
      );
      const requested = new Map(units.map(({ id }) => [id, 1]));
      if (requested.size === 0) continue;
      await cancelUnits(ctx, snapshot, requested, { reason, given });
      const again = await findOrderSnapshot(order.store_id, order.id);
      return again && syncAppointments(ctx, again);
    }
  }
  const there = { type: "appointments changed", reservation, by: ctx } as const;
  await commitOrder(ctx, snapshot, orderLife.transition(snapshot, there));
}
