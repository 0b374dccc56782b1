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
  const steps = stepsOf(input);
  // The first step that writes needs this version. It is gone by then, so the others continue from any.
  let { version } = input;
  let done = 0;
  return retryOrderOnConflict(async () => {
    // A step that was written does not run again when a later one meets a conflict.
    for (; done < steps.length; done++)
      if (await steps[done]?.(ctx, storeId, orderId, { ...input, version })) version = undefined;
    return viewOrder(await orders.get({ store_id: storeId, id: orderId }, ORDER.NOT_FOUND(), ctx));
  });
}

/** One step of a change. Returns whether it wrote anything. */
type ChangeStep = (ctx: Context, storeId: string, orderId: string, input: UpdateOrder) => Promise<boolean>;

function stepsOf({ confirm, cancel, items, paid }: UpdateOrder): ChangeStep[] {
  const cancelsUnits = items?.some(({ cancel_quantity }) => cancel_quantity != null) ?? false;
  return [
    changeFields,
    ...(confirm ? [confirmOrder] : []),
    ...(cancelsUnits ? [cancelNamedItems] : []),
    ...(cancel ? [cancelWhole] : []),
    ...(paid ? [markPaid] : []),
  ];
}

const cancelNamedItems: ChangeStep = (ctx, storeId, orderId, input) =>
  cancelItems(ctx, storeId, orderId, input.items ?? [], cancelOptions(input));

const cancelWhole: ChangeStep = (ctx, storeId, orderId, input) =>
  cancelOrder(ctx, storeId, orderId, cancelOptions(input));

function cancelOptions({ cancel, reason = null, refund, version }: UpdateOrder) {
  const own = typeof cancel === "object" ? cancel?.reason : undefined;
  return { reason: own ?? reason, refund, version };
}

async function changeFields(
  ctx: Context,
  storeId: string,
  orderId: string,
  { id, store_id, confirm: _confirm, cancel, reason, refund, paid, items, version, ...fields }: UpdateOrder,
): Promise<boolean> {
  const order = await orders.get({ store_id: storeId, id: orderId }, ORDER.NOT_FOUND(), ctx);
  const changesTestMark = fields.test !== undefined && fields.test !== order.test;
  if (changesTestMark && !(await ctx.may("ADMIN", storeId))) throw GENERAL.FORBIDDEN();
  expectVersion(withPublicVersion(order), { version });
  const change = changesOf(Order, fields, {});
  if (Object.keys(change).length === 0) return false;
  const isPartlySent = order.items.some(
    ({ fulfilled_quantity, type }) => type === "product" && fulfilled_quantity > 0,
  );
  if (fields.shipping_address !== undefined && isPartlySent)
    throw ORDER.INVALID_STATUS({ message: "some of it has been sent to its address" });
  await transact(ctx, orderReplacement(ctx, order, changedOrder(ctx, order, change, "changed")));
  return true;
}

/** Confirms an unpaid order. Its total becomes due, and staff record the payment when it comes. */
async function confirmOrder(
  ctx: Context,
  storeId: string,
  orderId: string,
  expected: UpdateOrder,
): Promise<boolean> {
  const first = await getExpectedOrder(storeId, orderId, expected);
  const isPending = first.order.status === "pending";
  if (isPending && (await closeIfPaid(ctx, first))) return true;
  const snapshot = isPending ? await getExpectedOrder(storeId, orderId, expected) : first;
  const times =
    snapshot.order.status === "pending" ? await confirmReservation(ctx, snapshot.reservation, "booked") : [];
  if (!times) throw ORDER.INVALID_STATUS({ message: "the time of an appointment is taken by now" });
  const outcome = orderLife.transition(snapshot, { type: "confirmed by staff", times, by: ctx });
  return (await commitOrder(ctx, snapshot, outcome)) !== snapshot.order;
}

/** Reads an order, which must have the version that the caller named, if any. */
async function getExpectedOrder(
  storeId: string,
  orderId: string,
  { version }: UpdateOrder,
): Promise<FullOrderSnapshot> {
  const snapshot = await getOrderSnapshot(storeId, orderId);
  expectVersion(withPublicVersion(snapshot.order), { version });
  return snapshot;
}

/** Closes the order's payment page. If it was paid meanwhile, records the payment and returns true. */
async function closeIfPaid(ctx: Context, { order, payment }: FullOrderSnapshot): Promise<boolean> {
  if (!payment || order.status !== "pending") return false;
  const end = await closePage(ctx, order.store_id, payment.id);
  if (end === "paid") await reconcileOrderPayment(ctx, order.store_id, order.id);
  return end === "paid";
}

async function markPaid(
  ctx: Context,
  storeId: string,
  orderId: string,
  expected: UpdateOrder,
): Promise<boolean> {
  const snapshot = await getSyncedOrder(ctx, storeId, orderId, expected);
  const { order, reservation } = snapshot;
  const isCashDue = order.payment.type === "cash" && amountDue(order) > 0;
  const receipt = isCashDue ? (order.receipt_number ?? (await nextNumber(ctx, storeId, "receipt"))) : null;
  // An appointment that is cancelled at the same time must not be paid for.
  const beside = [reservation && reservationUnchanged(reservation)];
  const outcome = orderLife.transition(snapshot, { type: "cash received", receipt, by: ctx });
  return (await commitOrder(ctx, snapshot, outcome, { beside })) !== order;
}

/** Returns the order after its lines were updated from its reservation. */
async function getSyncedOrder(
  ctx: Context,
  storeId: string,
  orderId: string,
  expected: UpdateOrder,
): Promise<FullOrderSnapshot> {
  const snapshot = await getExpectedOrder(storeId, orderId, expected);
  if (!snapshot.reservation) return snapshot;
  await syncAppointments(ctx, snapshot);
  const again = await getExpectedOrder(storeId, orderId, expected);
  // The reservation changed once more after it was read, so the lines may be out of date.
  if (again.reservation?.[VERSION] !== snapshot.reservation[VERSION]) throw new Contention();
  return again;
}
