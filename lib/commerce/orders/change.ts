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
 * Changes an order for operators: fields first, then confirmation, cancellation and payment in cash. An old
 * `version` is a conflict, and repeating a change is no error.
 *
 * @throws GENERAL.FORBIDDEN if the caller may not refund: see `checkRefundPermission`
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
  const options = { reason, refund: input.refund };
  return retryOrderOnConflict(async () => {
    await changeFields(ctx, storeId, orderId, input);
    if (input.confirm) await confirmOrder(ctx, storeId, orderId);
    if (input.items?.some(({ cancel_quantity }) => cancel_quantity != null))
      await cancelItems(ctx, storeId, orderId, input.items, options);
    if (cancel) await cancelOrder(ctx, storeId, orderId, options);
    if (input.paid) await markPaid(ctx, storeId, orderId);
    return viewOrder(await orders.get({ store_id: storeId, id: orderId }, ORDER.NOT_FOUND(), ctx));
  });
}

async function changeFields(
  ctx: Context,
  storeId: string,
  orderId: string,
  { id, store_id, confirm: _confirm, cancel, reason, refund, paid, items, version, ...fields }: UpdateOrder,
): Promise<void> {
  const order = await orders.get({ store_id: storeId, id: orderId }, ORDER.NOT_FOUND(), ctx);
  const changesTestMark = fields.test !== undefined && fields.test !== order.test;
  if (changesTestMark && !(await ctx.may("ADMIN", storeId))) throw GENERAL.FORBIDDEN();
  expectVersion(withPublicVersion(order), { version });
  const change = changesOf(Order, fields, {});
  if (Object.keys(change).length === 0) return;
  const isPartlySent = order.items.some(
    ({ fulfilled_quantity, type }) => type === "product" && fulfilled_quantity > 0,
  );
  if (fields.shipping_address !== undefined && isPartlySent)
    throw ORDER.INVALID_STATUS({ message: "some of it has been sent to its address" });
  await transact(ctx, orderReplacement(ctx, order, changedOrder(ctx, order, change, "changed")));
}

/** Confirms an unpaid order. Its total becomes due, and staff record the payment when it comes. */
async function confirmOrder(ctx: Context, storeId: string, orderId: string): Promise<void> {
  const first = await getOrderSnapshot(storeId, orderId);
  const isPending = first.order.status === "pending";
  if (isPending && (await closeIfPaid(ctx, first))) return;
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

/** Closes the order's payment page. If it was paid meanwhile, records the payment and returns true. */
async function closeIfPaid(ctx: Context, { order, payment }: FullOrderSnapshot): Promise<boolean> {
  if (!payment || order.status !== "pending") return false;
  const end = await closePage(ctx, order.store_id, payment.id);
  if (end === "paid") await reconcileOrderPayment(ctx, order.store_id, order.id);
  return end === "paid";
}

async function markPaid(ctx: Context, storeId: string, orderId: string): Promise<void> {
  const snapshot = await getSyncedOrder(ctx, storeId, orderId);
  const { order, reservation } = snapshot;
  const isCashDue = order.payment.type === "cash" && amountDue(order) > 0;
  const receipt = isCashDue ? (order.receipt_number ?? (await nextNumber(ctx, storeId, "receipt"))) : null;
  // An appointment that is cancelled at the same time must not be paid for.
  const beside = [reservation && reservationUnchanged(reservation)];
  await commitOrder(
    ctx,
    snapshot,
    orderLife.transition(snapshot, { type: "cash received", receipt, by: ctx }),
    { beside },
  );
}

/** Returns the order after its lines were updated from its reservation. */
async function getSyncedOrder(ctx: Context, storeId: string, orderId: string): Promise<FullOrderSnapshot> {
  const snapshot = await getOrderSnapshot(storeId, orderId);
  if (!snapshot.reservation) return snapshot;
  await syncAppointments(ctx, snapshot);
  const again = await getOrderSnapshot(storeId, orderId);
  // The reservation changed once more after it was read, so the lines may be out of date.
  if (again.reservation?.[VERSION] !== snapshot.reservation[VERSION]) throw new Contention();
  return again;
}
