import type { Context } from "#core/context.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { changesOf, expectVersion } from "#core/records/record.ts";
import type { Unversioned } from "#core/view-schema.ts";
import { reservationUnchanged } from "#lib/booking/reservations/record.ts";
import { closePage } from "#lib/money/payments/pages.ts";
import { confirmReservation } from "./appointments.ts";
import { cancelItems, cancelOrder, syncAppointments } from "./cancel.ts";
import { ORDER } from "./errors.ts";
import { orderLife } from "./lifecycle.ts";
import { reconcileOrderPayment } from "./reconcile-payment.ts";
import {
  commitOrder,
  type FullOrderSnapshot,
  getOrderSnapshot,
  nextNumber,
  orderReplacement,
  retryOrderOnConflict,
  viewOrder,
} from "./record.ts";
import type { UpdateOrder } from "./request-schema.ts";
import { Order } from "./schema.ts";
import { amountDue, changedOrder } from "./statuses.ts";
import { orders } from "./table.ts";
import { withPublicVersion } from "./view.ts";
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
): Promise<Unversioned<OrderView>> {
  const cancel = typeof input.cancel === "object" ? input.cancel !== null : input.cancel === true;
  const reason =
    (typeof input.cancel === "object" ? input.cancel?.reason : undefined) ?? input.reason ?? null;
  const how = { reason, refund: input.refund };
  return retryOrderOnConflict(async () => {
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
  { id, store_id, confirm: _confirm, cancel, reason, refund, paid, items, version, ...sent }: UpdateOrder,
): Promise<void> {
  const order = await orders.get({ store_id: storeId, id: orderId }, ORDER.NOT_FOUND(), ctx);
  const isMarked = sent.test !== undefined && sent.test !== order.test;
  if (isMarked && !(await ctx.may("ADMIN", storeId))) throw GENERAL.FORBIDDEN();
  expectVersion(withPublicVersion(order), { version });
  const change = changesOf(Order, sent, {});
  if (Object.keys(change).length === 0) return;
  const sentAway = order.items.some(
    ({ fulfilled_quantity, type }) => type === "product" && fulfilled_quantity > 0,
  );
  if (sent.shipping_address !== undefined && sentAway)
    throw ORDER.INVALID_STATUS({ message: "some of it has been sent to its address" });
  await transact(ctx, orderReplacement(ctx, order, changedOrder(ctx, order, change, "changed")));
}

/** Confirms an order that nobody has paid: what it comes to is owed, and is noted by hand when it comes. */
async function confirm(ctx: Context, storeId: string, orderId: string): Promise<void> {
  const first = await getOrderSnapshot(storeId, orderId);
  const isPending = first.order.status === "pending";
  if (isPending && (await wasPaid(ctx, first))) return;
  const snapshot = isPending ? await getOrderSnapshot(storeId, orderId) : first;
  const times =
    snapshot.order.status === "pending" ? await confirmReservation(ctx, snapshot.reservation, "booked") : [];
  if (!times) throw ORDER.INVALID_STATUS({ message: "the time of an appointment is taken by now" });
  await commitOrder(
    ctx,
    snapshot,
    orderLife.transition(snapshot, { type: "confirmed by staff", times, by: ctx }),
  );
}

/** Closes the page of an order; if it was paid meanwhile, that counts. */
async function wasPaid(ctx: Context, { order, payment }: FullOrderSnapshot): Promise<boolean> {
  if (!payment || order.status !== "pending") return false;
  const end = await closePage(ctx, order.store_id, payment.id);
  if (end === "paid") await reconcileOrderPayment(ctx, order.store_id, order.id);
  return end === "paid";
}

async function markPaid(ctx: Context, storeId: string, orderId: string): Promise<void> {
  const snapshot = await followed(ctx, storeId, orderId);
  const { order, reservation } = snapshot;
  const isTaken = order.payment.type === "cash" && amountDue(order) > 0;
  const receipt = isTaken ? (order.receipt_number ?? (await nextNumber(ctx, storeId, "receipt"))) : null;
  // Nothing is paid for an appointment that is cancelled at this moment.
  const beside = [reservation && reservationUnchanged(reservation)];
  await commitOrder(
    ctx,
    snapshot,
    orderLife.transition(snapshot, { type: "cash received", receipt, by: ctx }),
    {
      beside,
    },
  );
}

/** An order that says of its appointments what their reservation says by now. */
async function followed(ctx: Context, storeId: string, orderId: string): Promise<FullOrderSnapshot> {
  const snapshot = await getOrderSnapshot(storeId, orderId);
  if (!snapshot.reservation) return snapshot;
  await syncAppointments(ctx, snapshot);
  const again = await getOrderSnapshot(storeId, orderId);
  // What was cancelled since has not been followed yet.
  if (again.reservation?.[VERSION] !== snapshot.reservation[VERSION]) throw new Contention();
  return again;
}
