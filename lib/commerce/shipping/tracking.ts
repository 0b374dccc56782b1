import * as z from "zod";
import type { Context } from "#core/context.ts";
import { GENERAL } from "#core/errors.ts";
import { callbackBody } from "#core/http/callback-body.ts";
import { openToken } from "#core/seal.ts";
import { getOrderSnapshot, retryOrderOnConflict } from "#lib/commerce/orders/record.ts";
import type { Shipment } from "#lib/commerce/orders/schema.ts";
import { CALLBACK_PURPOSE } from "./connections.ts";
import type { TrackingStatus } from "./port.ts";
import { openProvider } from "./registry.ts";
import { getShipment, saveShipment } from "./shipments.ts";
import { rates, trackings } from "./table.ts";

/** The body of a callback. Only its tracking number is used; the status is read from the provider. */
const Callback = z.object({
  event: z.string().max(100).optional(),
  data: z.object({ tracking_number: z.string().max(100).nullish() }),
});

/** Ids of the store and the connection in the URL of a callback. */
const CallbackRef = z.tuple([z.string(), z.string()]);

/** Statuses in order: a parcel never gets an earlier one. Any other status may follow them. */
const STATUS_ORDER: readonly Shipment["status"][] = [
  "pending",
  "label_created",
  "in_transit",
  "out_for_delivery",
];

/**
 * Handles a carrier's callback about a parcel. The URL contains a secret, and the parcel's status is read from the
 * provider, because the callback is not trusted.
 */
export async function receiveTracking(
  ctx: Context,
  provider: string,
  token: string,
  raw: Buffer,
): Promise<{ received: true }> {
  const named = await openToken(CALLBACK_PURPOSE, token, CallbackRef);
  if (!named) throw GENERAL.NOT_FOUND();
  const [storeId, connectionId] = named;
  const number = callbackBody(raw, Callback).data.tracking_number;
  const known = number ? await trackings.find({ store_id: storeId, number }, ctx) : undefined;
  if (!number || !known) return { received: true };
  const connection = await openProvider(storeId, connectionId);
  if (connection.type !== provider) throw GENERAL.NOT_FOUND();
  const { order } = await getOrderSnapshot(storeId, known.order_id);
  const shipment = getShipment(order, known.shipment_id);
  const rate = await rates.find({ store_id: storeId, order_id: order.id, id: shipment.rate_id ?? "" }, ctx);
  const carrier = carrierOf(rate?.service, shipment.carrier);
  const state = await connection.provider.track({ carrier, trackingNumber: number }, connection.account);
  if (state) await retryOrderOnConflict(() => advanceShipment(ctx, storeId, known, state));
  return { received: true };
}

async function advanceShipment(
  ctx: Context,
  storeId: string,
  { order_id, shipment_id }: { order_id: string; shipment_id: string },
  state: TrackingStatus,
): Promise<void> {
  const { order } = await getOrderSnapshot(storeId, order_id);
  const shipment = getShipment(order, shipment_id);
  if (!isAdvance(shipment.status, state)) return;
  await saveShipment(ctx, order, { ...shipment, status: state, updated_at: ctx.now() });
}

function isAdvance(from: Shipment["status"], to: TrackingStatus): boolean {
  if (from === to || from === "cancelled" || from === "returned") return false;
  if (to === "returned") return true;
  if (from === "delivered") return false;
  const [before, after] = [STATUS_ORDER.indexOf(from), STATUS_ORDER.indexOf(to)];
  return after < 0 || after > before;
}

// Service names begin with their carrier: `usps_priority`.
function carrierOf(service: string | undefined, carrier: string | null): string {
  return service?.includes("_") ? (service.split("_")[0] ?? "") : (carrier ?? "").toLowerCase();
}
