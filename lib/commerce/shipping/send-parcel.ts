import type { Context } from "#core/context.ts";
import { refuse } from "#core/errors.ts";
import { readLocations } from "#lib/commerce/locations/book.ts";
import type { ParcelSent } from "#lib/commerce/orders/parcel-view-schema.ts";
import { sendParcel as noteParcel } from "#lib/commerce/orders/parcels.ts";
import { getWhole, viewOrder } from "#lib/commerce/orders/record.ts";
import { checkSameOrder } from "./rates.ts";
import type { SendParcel } from "./schema.ts";
import { locationIn, shipParcel } from "./ship.ts";
import { shipmentIn, shippedOf } from "./shipments.ts";

type Sent = Omit<SendParcel, "rate_id" | "order_id">;

/** Sends a parcel of an order: by a rate whose label is bought, or without one. Once for its `shipment_id`. */
export async function sendParcel(
  ctx: Context,
  storeId: string,
  orderId: string,
  { rate_id, order_id, ...input }: SendParcel,
): Promise<ParcelSent> {
  checkSameOrder(orderId, order_id);
  const id = rate_id
    ? await shipParcel(ctx, storeId, orderId, byRate(rate_id, input))
    : await noteParcel(ctx, storeId, orderId, { ...input, location_id: await placeOf(storeId, input) });
  if (!rate_id) ctx.status = 200;
  const { order } = await getWhole(storeId, orderId);
  return { ...viewOrder(order), ...shippedOf(shipmentIn(order, id)) };
}

function byRate(rate_id: string, { tracking_number, tracking_url, ...input }: Sent) {
  const field = tracking_number ? "tracking_number" : tracking_url ? "tracking_url" : undefined;
  if (field) throw refuse(field, "is what the label of the rate says: leave it out");
  return { ...input, rate_id };
}

async function placeOf(storeId: string, { location_id }: Sent): Promise<string | undefined> {
  return location_id ? locationIn(await readLocations(storeId), location_id) : undefined;
}
