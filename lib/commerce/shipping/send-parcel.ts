import type { Context } from "#core/context.ts";
import { invalidField } from "#core/errors.ts";
import type { Unversioned } from "#core/view-schema.ts";
import { readLocations } from "#lib/commerce/locations/location-book.ts";
import { fulfilOrder } from "#lib/commerce/orders/parcels.ts";
import type { OrderView } from "#lib/commerce/orders/view-schema.ts";
import { checkSameOrder } from "./rates.ts";
import type { OrderShipped, SendParcel } from "./schema.ts";
import { checkLocation, shipParcel } from "./ship.ts";
import { viewShipped } from "./shipments.ts";

type ParcelRequest = Omit<SendParcel, "rate_id" | "order_id">;

/** Sends a parcel with or without buying a label, once for each `shipment_id`. */
export async function sendParcel(
  ctx: Context,
  storeId: string,
  orderId: string,
  { rate_id, order_id, ...input }: SendParcel,
): Promise<OrderShipped | Unversioned<OrderView>> {
  checkSameOrder(orderId, order_id);
  if (rate_id)
    return viewShipped(
      storeId,
      orderId,
      await shipParcel(ctx, storeId, orderId, labelRequest(rate_id, input)),
    );
  ctx.status = 200;
  const location_id = await locationOf(storeId, input);
  return fulfilOrder(ctx, storeId, orderId, { ...input, location_id });
}

function labelRequest(rate_id: string, { tracking_number, tracking_url, ...input }: ParcelRequest) {
  const field = tracking_number ? "tracking_number" : tracking_url ? "tracking_url" : undefined;
  if (field) throw invalidField(field, "is what the label of the rate says: leave it out");
  return { ...input, rate_id };
}

async function locationOf(storeId: string, { location_id }: ParcelRequest): Promise<string | undefined> {
  return location_id ? checkLocation(await readLocations(storeId), location_id) : undefined;
}
