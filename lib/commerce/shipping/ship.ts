import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { ApiError, GENERAL, invalidField } from "#core/errors.ts";
import { enqueue } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { logger } from "#core/log.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { defaultLocation, readLocations } from "#lib/commerce/locations/location-book.ts";
import { orderLife } from "#lib/commerce/orders/lifecycle.ts";
import { locationOfFirstLine, previousParcel } from "#lib/commerce/orders/parcels.ts";
import { commitOrder, getOrderSnapshot, retryOrderOnConflict } from "#lib/commerce/orders/record.ts";
import type { Order, Shipment } from "#lib/commerce/orders/schema.ts";
import { checkSameRequest, intentOf } from "#lib/money/payments/intent.ts";
import type { Intent } from "#lib/money/payments/intent-schema.ts";
import { LookUpLabel } from "./messages.ts";
import { recordPurchaseOutcome } from "./purchase.ts";
import { checkSameOrder } from "./rates.ts";
import { openProvider } from "./registry.ts";
import type { OrderShipped, ShipOrder, StoredRate } from "./schema.ts";
import { viewShipped } from "./shipments.ts";
import { RATE_LIFETIME, rates } from "./table.ts";

/** Seconds before the first look-up of a purchase without an answer; no call to a provider takes as long. */
const FIRST_DELAY = 45;

/**
 * Buys the label of a rate once, however often it is requested. Only the request that writes the shipment calls the
 * provider afterwards. All other requests read the outcome.
 */
export async function shipOrder(
  ctx: Context,
  storeId: string,
  orderId: string,
  input: ShipOrder,
): Promise<OrderShipped> {
  checkSameOrder(orderId, input.order_id);
  return viewShipped(storeId, orderId, await shipParcel(ctx, storeId, orderId, input));
}

type LabelRequest = Pick<ShipOrder, "rate_id" | "lines" | "shipment_id"> & {
  location_id?: string | null | undefined;
};

/**
 * Buys the label once for each rate and each `shipment_id`.
 *
 * @returns the id of the parcel
 */
export async function shipParcel(
  ctx: Context,
  storeId: string,
  orderId: string,
  request: LabelRequest,
): Promise<string> {
  const { rate, isNew } = await retryOrderOnConflict(() => claimRate(ctx, storeId, orderId, request));
  if (isNew) await buyLabel(ctx, rate);
  return rate.shipment_id ?? "";
}

async function claimRate(
  ctx: Context,
  storeId: string,
  orderId: string,
  { shipment_id, ...input }: LabelRequest,
): Promise<{ rate: StoredRate; isNew: boolean }> {
  const [snapshot, rate, locations] = await sideBySide([
    getOrderSnapshot(storeId, orderId),
    rates.find({ store_id: storeId, order_id: orderId, id: input.rate_id }, ctx),
    readLocations(storeId),
  ]);
  const { order } = snapshot;
  const { rate_id, lines } = input;
  const intent = intentOf(shipment_id, { rate_id, lines });
  previousParcel(order, intent);
  if (!rate) throw invalidField("rate_id", "is not a rate of this order: ask for its rates again");
  if (rate.shipment_id !== null) return { rate: repeatRate(order, rate, lines, intent), isNew: false };
  if (rate.created_at + RATE_LIFETIME <= ctx.now())
    throw invalidField("rate_id", "is over seven days old: ask for rates again");
  const place = input.location_id ?? locationOfFirstLine(order, lines) ?? defaultLocation(locations)?.id;
  if (place === undefined) throw invalidField("location_id", "is required: this store has no location");
  const parcel = newShipment(ctx, order, rate, checkLocation(locations, place), intent);
  const outcome = orderLife.transition(snapshot, {
    type: "parcel sent",
    lines,
    parcel,
    bySelf: false,
    by: ctx,
  });
  const claimed: Stored<StoredRate> = { ...rate, shipment_id: parcel.id };
  await commitOrder(ctx, snapshot, outcome, {
    beside: [
      rates.replace(rate, claimed),
      // If this process ends before the provider answers, a worker looks the label up.
      enqueue(ctx, LookUpLabel, { store_id: storeId, order_id: orderId, rate_id, looks: 0 }, FIRST_DELAY),
    ],
  });
  return { rate: claimed, isNew: true };
}

// This call costs money, so it is never repeated: without an answer, the look-up finds the outcome.
async function buyLabel(ctx: Context, rate: StoredRate): Promise<void> {
  const { store_id, order_id, connection_id, ref, shipment_id } = rate;
  const { provider, account } = await openProvider(store_id, connection_id);
  try {
    const purchase = await provider.buy(ref, `${order_id} ${shipment_id}`, account);
    await recordPurchaseOutcome(ctx, rate, purchase);
  } catch (error) {
    if (error instanceof ApiError) {
      await recordPurchaseOutcome(ctx, rate, { status: "refused", words: error.message });
      throw error;
    }
    logger.warn("label unknown", { order: order_id, rate: rate.id, error: String(error) });
  }
}

// A repeated request for a rate must have equal lines, and gets the first request's shipment.
function repeatRate(
  order: Order,
  rate: StoredRate,
  lines: LabelRequest["lines"],
  intent: Intent | undefined,
): StoredRate {
  const shipment = order.shipments.find(({ id }) => id === rate.shipment_id);
  // Another request claimed the rate after the order was read.
  if (!shipment) throw new Contention("The rate was claimed while its order was read.");
  if (shipment.label_status === "failed")
    throw GENERAL.BAD_REQUEST({ message: "The label of this rate was refused: ask for new rates." });
  if (linesKey(shipment.lines) !== linesKey(lines)) {
    const message = `The label of rate ${rate.id} was bought for other lines. Ask for new rates to send these.`;
    throw new ApiError(GENERAL.CONFLICT.code, GENERAL.CONFLICT.status, message);
  }
  checkSameRequest("shipment_id", shipment.intent, intent);
  return rate;
}

function linesKey(lines: readonly { order_item_id: string; quantity: number }[]): string {
  const sums = new Map<string, number>();
  for (const { order_item_id, quantity } of lines)
    sums.set(order_item_id, (sums.get(order_item_id) ?? 0) + quantity);
  return JSON.stringify([...sums].sort());
}

function newShipment(
  ctx: Context,
  order: Order,
  rate: StoredRate,
  location_id: string,
  intent: Intent | undefined,
): Omit<Shipment, "lines"> {
  const now = ctx.now();
  return {
    id: newId("shp", ctx.clock()),
    order_id: order.id,
    location_id,
    rate_id: rate.id,
    carrier: rate.carrier,
    service: rate.service,
    tracking_number: null,
    tracking_url: null,
    label_url: null,
    status: "pending",
    label_status: "requested",
    intent: intent ?? null,
    created_at: now,
    updated_at: now,
  };
}

type Locations = Awaited<ReturnType<typeof readLocations>>;

export function checkLocation(locations: Locations, id: string): string {
  if (!locations.some((each) => each.id === id))
    throw invalidField("location_id", "is not a location of this store");
  return id;
}
