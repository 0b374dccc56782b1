import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, validationFailed } from "#core/errors.ts";
import { changedRecord } from "#core/records/record.ts";
import { stockWrites } from "#lib/commerce/inventory/moves.ts";
import { whileContended } from "#lib/commerce/orders/contended.ts";
import { unsentLines } from "#lib/commerce/orders/fulfil.ts";
import { getWhole } from "#lib/commerce/orders/load.ts";
import { changed, replacement } from "#lib/commerce/orders/record.ts";
import { type Order, Shipment } from "#lib/commerce/orders/schema.ts";
import { replaced } from "./purchase.ts";
import { asked, openProvider } from "./registry.ts";
import type { Shipped, UpdateShipment } from "./schema.ts";
import { rates, trackings } from "./table.ts";

/** A shipment as shipping answers it, as it is now. */
export async function shippedView(storeId: string, orderId: string, id: string): Promise<Shipped> {
  const { order } = await getWhole(storeId, orderId);
  return viewOf(shipmentIn(order, id));
}

/** Changes by hand what is known of a parcel. */
export function updateShipment(
  ctx: Context,
  storeId: string,
  orderId: string,
  id: string,
  input: UpdateShipment,
): Promise<Shipped> {
  return whileContended(async () => {
    const { order } = await getWhole(storeId, orderId);
    const before = shipmentIn(order, id);
    if (input.status && before.status === "cancelled") throw cancelled();
    const after = changedRecord(Shipment, before, input, {});
    if (JSON.stringify(after) !== JSON.stringify(before))
      await keep(ctx, order, { ...after, updated_at: ctx.now() });
    return viewOf(after);
  });
}

/** Gives a label back: its goods are in the house again, and can be sent by another rate. */
export async function refundLabel(
  ctx: Context,
  storeId: string,
  orderId: string,
  id: string,
): Promise<Shipped> {
  const { order } = await getWhole(storeId, orderId);
  const shipment = shipmentIn(order, id);
  if (shipment.status === "cancelled") return viewOf(shipment);
  const rate = shipment.rate_id
    ? await rates.find({ store_id: storeId, order_id: orderId, id: shipment.rate_id }, ctx)
    : undefined;
  if (shipment.label_status !== "purchased" || !rate?.label_ref) throw noLabel();
  if (shipment.status !== "label_created") throw onItsWay();
  const { provider, account } = await openProvider(storeId, rate.connection_id);
  await asked(provider.refund(rate.label_ref, account));
  return whileContended(() => reopen(ctx, storeId, orderId, id));
}

async function reopen(ctx: Context, storeId: string, orderId: string, id: string): Promise<Shipped> {
  const { order } = await getWhole(storeId, orderId);
  const shipment = shipmentIn(order, id);
  if (shipment.status === "cancelled") return viewOf(shipment);
  const after: Shipment = { ...shipment, status: "cancelled", updated_at: ctx.now() };
  const back = unsentLines(order, shipment.lines);
  const change = { items: back.items, shipments: replaced(order, after) };
  await transact(ctx, [
    ...replacement(ctx, order, changed(ctx, order, change, "label_given_back"), ["order.shipment_updated"]),
    ...stockWrites(ctx, storeId, back.moves),
  ]);
  return viewOf(after);
}

/** Writes down a shipment that changed on its way. */
export async function keep(ctx: Context, order: Order, shipment: Shipment): Promise<void> {
  const { store_id, id } = order;
  const whole = await getWhole(store_id, id);
  const after = changed(ctx, whole.order, { shipments: replaced(whole.order, shipment) }, "shipment_updated");
  const known = whole.order.shipments.find((each) => each.id === shipment.id);
  const number = shipment.tracking_number;
  await transact(ctx, [
    ...replacement(ctx, whole.order, after, ["order.shipment_updated"]),
    number !== null &&
      number !== known?.tracking_number &&
      trackings.put({ store_id, number, order_id: id, shipment_id: shipment.id }),
  ]);
}

export function shipmentIn(order: Order, id: string): Shipment {
  const shipment = order.shipments.find((each) => each.id === id);
  if (!shipment) throw GENERAL.NOT_FOUND();
  return shipment;
}

function viewOf(shipment: Shipment): Shipped {
  const { id, tracking_number, tracking_url, label_url } = shipment;
  return {
    shipment_id: id,
    shipmentId: id,
    tracking_number,
    trackingNumber: tracking_number,
    tracking_url,
    trackingUrl: tracking_url,
    label_url,
    labelUrl: label_url,
    shipment,
  };
}

function noLabel(): Error {
  return GENERAL.BAD_REQUEST({ message: "This shipment has no bought label to give back." });
}

function onItsWay(): Error {
  return GENERAL.BAD_REQUEST({ message: "This shipment is on its way: its label cannot be given back." });
}

function cancelled(): Error {
  return validationFailed([
    { field: "status", message: "cannot change: the label was given back", error: "FIELD.VALIDATION_FAILED" },
  ]);
}
