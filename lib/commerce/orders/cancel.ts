import type { Context } from "#core/context.ts";
import { refuse } from "#core/errors.ts";
import type { Event } from "#core/events.ts";
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

/** Why something is cancelled, and what of its money goes back. */
interface Cancelling {
  reason: string | null;
  refund?: RefundRule;
  /** Where it was decided before; else by who calls: see `givenBack`. */
  given?: RefundScope;
}

/** Cancels what was not sent of an order, and gives back what was paid for it. */
export async function cancelOrder(
  ctx: Context,
  storeId: string,
  orderId: string,
  how: Cancelling,
): Promise<void> {
  await cancelUnits(ctx, await getOrderSnapshot(storeId, orderId), undefined, how);
}

/** Cancels units of lines: `cancel_quantity` is what is cancelled of a line in all, so that a retry cancels nothing twice. */
export async function cancelItems(
  ctx: Context,
  storeId: string,
  orderId: string,
  items: NonNullable<UpdateOrder["items"]>,
  how: Cancelling,
): Promise<void> {
  const snapshot = await getOrderSnapshot(storeId, orderId);
  const units = unitsOf(snapshot.order, items);
  if (units.size > 0) await cancelUnits(ctx, snapshot, units, how);
}

function unitsOf(order: Order, items: NonNullable<UpdateOrder["items"]>): Units {
  const wanted = new Map<string, number>();
  for (const { id, cancel_quantity } of items) {
    if (cancel_quantity == null) continue;
    const item = order.items.find((each) => each.id === id);
    if (!item) throw refuse(id, "is no item of this order");
    const more = cancel_quantity - item.cancelled_quantity;
    if (more < 0) throw refuse(id, `has ${item.cancelled_quantity} units cancelled already`);
    if (more > openUnits(item))
      throw refuse(id, `has ${openUnits(item)} units that are not sent or cancelled`);
    if (more > 0) wanted.set(id, more);
  }
  return wanted;
}

/**
 * Cancels units of an order, or all that was not sent: frees them, and gives back what was paid for them. A page that can
 * still be paid is closed first; if it was paid meanwhile, the order is cancelled as a paid one.
 *
 * @throws GENERAL.FORBIDDEN see `givenBack`
 */
async function cancelUnits(
  ctx: Context,
  snapshot: FullOrderSnapshot,
  units: Units | undefined,
  how: Cancelling,
): Promise<void> {
  const { order, payment } = snapshot;
  if (order.status !== "pending") return cancel(ctx, snapshot, units, how);
  // What is refused leaves its page open.
  cancelled(ctx, snapshot, units, how, "all");
  if (payment && (await closePage(ctx, order.store_id, payment.id)) === "paid")
    await reconcileOrderPayment(ctx, order.store_id, order.id);
  await cancel(ctx, await getOrderSnapshot(order.store_id, order.id), undefined, how);
}

async function cancel(
  ctx: Context,
  snapshot: FullOrderSnapshot,
  units: Units | undefined,
  how: Cancelling,
): Promise<void> {
  const isOwed = snapshot.order.status !== "pending" && amountPaidFor(snapshot, units) > 0;
  const goes = isOwed ? await goesBack(ctx, snapshot.order, how) : "all";
  await commitOrder(ctx, snapshot, cancelled(ctx, snapshot, units, how, goes));
}

function cancelled(
  by: Context,
  snapshot: FullOrderSnapshot,
  units: Units | undefined,
  { reason }: Cancelling,
  goes: RefundScope,
): ReturnType<typeof orderLife.transition> {
  return orderLife.transition(snapshot, { type: "cancelled", units, reason, goes, by });
}

async function goesBack(ctx: Context, order: Order, { refund, given }: Cancelling): Promise<RefundScope> {
  return given ?? checkRefundPermission(ctx, order.store_id, refund, buyerMayCancel(order, ctx.now()));
}

/** Brings an order to where its payment is, when something was told of the payment. */
export async function settleOrderFromEvent(ctx: Context, event: Event): Promise<void> {
  const { reference } = event.data;
  if (typeof reference !== "string" || !reference.startsWith("order_")) return;
  await reconcileOrderPayment(ctx, event.tenant_id, reference);
}

/** Brings an order to where its appointments are: what staff do to a reservation is done to the lines of its order. */
export async function followReservation(ctx: Context, event: Event): Promise<void> {
  const { orderId } = event.data;
  if (typeof orderId !== "string") return;
  await retryOrderOnConflict(async () => {
    const snapshot = await findOrderSnapshot(event.tenant_id, orderId);
    if (snapshot?.reservation) await syncAppointments(ctx, snapshot);
  });
}

/** Cancels the lines whose appointments are gone, and notes where the others are by now. */
export async function syncAppointments(ctx: Context, snapshot: FullOrderSnapshot): Promise<void> {
  const { order, reservation } = snapshot;
  // What waits for its payment is the payment's to decide.
  if (!reservation || reservation.status === "CREATED" || order.status === "cancelled") return;
  const kept = holdsTime(reservation.status);
  const isKept = ({ part_id }: OrderItem) => part_id !== null && reservation.notRefunded.includes(part_id);
  const gone = order.items.filter(
    ({ type, part_id, cancelled_quantity }) =>
      type === "service" &&
      cancelled_quantity === 0 &&
      !(kept && reservation.parts.some(({ id }) => id === part_id)),
  );
  if (gone.length > 0) {
    const reason = "the appointment was cancelled";
    if (order.status === "pending") return cancelOrder(ctx, order.store_id, order.id, { reason });
    // What gives its money back comes first: the end of the last line gives back all that is left.
    for (const given of ["all", "nothing"] as const) {
      const units = gone.filter(
        (item) => item.fulfilled_quantity === 0 && isKept(item) === (given === "nothing"),
      );
      const wanted = new Map(units.map(({ id }) => [id, 1]));
      if (wanted.size === 0) continue;
      await cancelUnits(ctx, snapshot, wanted, { reason, given });
      const again = await findOrderSnapshot(order.store_id, order.id);
      return again && syncAppointments(ctx, again);
    }
  }
  const there = { type: "appointments changed", reservation, by: ctx } as const;
  await commitOrder(ctx, snapshot, orderLife.transition(snapshot, there));
}
