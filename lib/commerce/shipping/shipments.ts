import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { changedRecord, expectVersion, partOf } from "#core/records/record.ts";
import { orderLife } from "#lib/commerce/orders/lifecycle.ts";
import { parcelEvents } from "#lib/commerce/orders/parcel-events.ts";
import {
  commitOrder,
  type FullOrderSnapshot,
  getOrderSnapshot,
  orderReplacement,
  retryOrderOnConflict,
} from "#lib/commerce/orders/record.ts";
import { type Order, Shipment } from "#lib/commerce/orders/schema.ts";
import { changedOrder } from "#lib/commerce/orders/statuses.ts";
import { viewShipment, withPublicVersion } from "#lib/commerce/orders/view.ts";
import { replaceShipment } from "./purchase.ts";
import { askProvider, openProvider } from "./registry.ts";
import type { OrderShipped, UpdateShipment } from "./schema.ts";
import { rates, trackings } from "./table.ts";

export async function viewShipped(storeId: string, orderId: string, id: string): Promise<OrderShipped> {
  const { order } = await getOrderSnapshot(storeId, orderId);
  return viewOf(order, getShipment(order, id));
}

export function updateShipment(
  ctx: Context,
  storeId: string,
  orderId: string,
  id: string,
  { version, ...input }: UpdateShipment,
): Promise<OrderShipped> {
  return retryOrderOnConflict(async () => {
    const snapshot = await getOrderSnapshot(storeId, orderId);
    const before = getShipment(snapshot.order, id);
    expectVersion(withPublicVersion(snapshot.order), { version });
    if (input.status && before.status === "cancelled") throw labelReturnedError();
    const after = changedRecord(Shipment, before, input, {});
    const isSame = JSON.stringify(after) === JSON.stringify(before);
    const order = isSame
      ? snapshot.order
      : await writeShipment(ctx, snapshot, { ...after, updated_at: ctx.now() });
    return viewOf(order, getShipment(order, id));
  });
}

/** Refunds a label; its goods can be sent with another rate. */
export async function refundLabel(
  ctx: Context,
  storeId: string,
  orderId: string,
  id: string,
): Promise<OrderShipped> {
  const { order } = await getOrderSnapshot(storeId, orderId);
  const shipment = getShipment(order, id);
  if (shipment.status === "cancelled") return viewOf(order, shipment);
  const rate = shipment.rate_id
    ? await rates.find({ store_id: storeId, order_id: orderId, id: shipment.rate_id }, ctx)
    : undefined;
  if (shipment.label_status !== "purchased" || !rate?.label_ref) throw noLabelError();
  if (shipment.status !== "label_created") throw onItsWayError();
  const { provider, account } = await openProvider(storeId, rate.connection_id);
  await askProvider(provider.refund(rate.label_ref, account));
  return retryOrderOnConflict(() => restoreParcel(ctx, storeId, orderId, id));
}

async function restoreParcel(
  ctx: Context,
  storeId: string,
  orderId: string,
  id: string,
): Promise<OrderShipped> {
  const snapshot = await getOrderSnapshot(storeId, orderId);
  const shipment = getShipment(snapshot.order, id);
  if (shipment.status === "cancelled") return viewOf(snapshot.order, shipment);
  const parcel: Shipment = { ...shipment, status: "cancelled", updated_at: ctx.now() };
  const back = { type: "parcel returned", parcel, why: "label_given_back", by: ctx } as const;
  await commitOrder(ctx, snapshot, orderLife.transition(snapshot, back));
  return viewShipped(storeId, orderId, id);
}

export async function saveShipment(ctx: Context, order: Order, shipment: Shipment): Promise<void> {
  await writeShipment(ctx, await getOrderSnapshot(order.store_id, order.id), shipment);
}

async function writeShipment(
  ctx: Context,
  snapshot: FullOrderSnapshot,
  shipment: Shipment,
): Promise<Stored<Order>> {
  const { store_id, id } = snapshot.order;
  const after = changedOrder(
    ctx,
    snapshot.order,
    { shipments: replaceShipment(snapshot.order, shipment) },
    "shipment_updated",
  );
  const known = snapshot.order.shipments.find((each) => each.id === shipment.id);
  const number = shipment.tracking_number;
  await transact(ctx, [
    ...orderReplacement(ctx, snapshot.order, after, parcelEvents(known, shipment)),
    number !== null &&
      number !== known?.tracking_number &&
      trackings.put({ store_id, number, order_id: id, shipment_id: shipment.id }),
  ]);
  return { ...after, [VERSION]: snapshot.order[VERSION] + 1 };
}

/** Finds a parcel by its id, or by the `shipment_id` that its caller chose. */
export function getShipment(order: Order, id: string): Shipment {
  const named = order.shipments.filter(({ intent }) => intent?.key === id);
  const shipment = order.shipments.find((each) => each.id === id) ?? named.at(-1);
  if (!shipment) throw GENERAL.NOT_FOUND();
  return shipment;
}

function viewOf(order: Stored<Order>, shipment: Shipment): OrderShipped {
  return partOf(withPublicVersion(order), shippedOf(shipment));
}

function shippedOf(shipment: Shipment) {
  const { tracking_number, tracking_url, label_url } = shipment;
  const shown = viewShipment(shipment);
  return {
    shipment_id: shown.shipment_id,
    shipmentId: shown.shipment_id,
    tracking_number,
    trackingNumber: tracking_number,
    tracking_url,
    trackingUrl: tracking_url,
    label_url,
    labelUrl: label_url,
    shipment: shown,
  };
}

function noLabelError(): Error {
  return GENERAL.BAD_REQUEST({ message: "This shipment has no bought label to give back." });
}

function onItsWayError(): Error {
  return GENERAL.BAD_REQUEST({ message: "This shipment is on its way: its label cannot be given back." });
}

function labelReturnedError(): Error {
  return invalidField("status", "cannot change: the label was given back");
}
