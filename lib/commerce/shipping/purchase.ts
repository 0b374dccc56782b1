import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { enqueue } from "#core/events.ts";
import { addToLogLine } from "#core/log-context.ts";
import { orderLife } from "#lib/commerce/orders/lifecycle.ts";
import {
  commitOrder,
  findOrderSnapshot,
  orderReplacement,
  retryOrderOnConflict,
} from "#lib/commerce/orders/record.ts";
import type { Order, Shipment } from "#lib/commerce/orders/schema.ts";
import { changedOrder } from "#lib/commerce/orders/statuses.ts";
import { storeLabel } from "./label-file.ts";
import { LookUpLabel } from "./messages.ts";
import type { Label, Purchase } from "./port.ts";
import { openProvider } from "./registry.ts";
import type { LookUp, StoredRate } from "./schema.ts";
import { rates, trackings } from "./table.ts";

/** Seconds after each of the first look-ups until the next one, and between later ones. */
const LOOK_UP_DELAYS = [60, 300, 900] as const;
const LATER_DELAY = 900;
/** Most look-ups after the first: those above, and then one every quarter of an hour for a day. */
const MAX_LOOK_UPS = LOOK_UP_DELAYS.length + 96;

/** Records the outcome of a purchase once, whichever process learns it first. */
export async function recordPurchaseOutcome(
  ctx: Context,
  rate: StoredRate,
  purchase: Purchase,
): Promise<void> {
  if (purchase.status === "pending") return;
  const label = purchase.status === "purchased" ? purchase.label : undefined;
  addToLogLine({ outcome: purchase.status, provider_id: label?.ref });
  const url = label && rate.shipment_id ? await storeLabel(rate.store_id, rate.shipment_id, label) : null;
  await retryOrderOnConflict(() =>
    label ? recordPurchase(ctx, rate, label, url) : recordRefusal(ctx, rate),
  );
  if (purchase.status === "refused") throw GENERAL.BAD_REQUEST({ message: purchase.words });
}

/**
 * Looks up a label whose purchase got no answer. After the first look-ups, a label that was not bought counts as
 * refused; one that cannot be looked up is marked unknown, and looked up for a day.
 */
export async function lookUpLabel(ctx: Context, message: LookUp): Promise<void> {
  const { store_id, order_id, rate_id, looks } = message;
  const rate = await rates.find({ store_id, order_id, id: rate_id }, ctx);
  const snapshot = rate && (await findOrderSnapshot(store_id, order_id));
  const shipment = snapshot?.order.shipments.find(({ id }) => id === rate?.shipment_id);
  if (!rate || !shipment || !isPurchaseOpen(shipment)) return;
  const found = await lookUpPurchase(rate);
  if (found === "unreachable") return scheduleLookUp(ctx, message, rate, looks >= LOOK_UP_DELAYS.length);
  if (found && found.status !== "pending")
    return recordPurchaseOutcome(ctx, rate, found).catch(ignoreRefusal);
  if (!found && looks >= LOOK_UP_DELAYS.length) return retryOrderOnConflict(() => recordRefusal(ctx, rate));
  return scheduleLookUp(ctx, message, rate, false);
}

async function lookUpPurchase(rate: StoredRate): Promise<Purchase | undefined | "unreachable"> {
  try {
    const { provider, account } = await openProvider(rate.store_id, rate.connection_id);
    return await provider.lookUp(rate.ref, account);
  } catch {
    return "unreachable";
  }
}

async function scheduleLookUp(
  ctx: Context,
  message: LookUp,
  rate: StoredRate,
  isUnknown: boolean,
): Promise<void> {
  const next = { ...message, looks: message.looks + 1 };
  if (isUnknown) await retryOrderOnConflict(() => markUnknown(ctx, rate));
  if (next.looks > MAX_LOOK_UPS) return;
  const delay = LOOK_UP_DELAYS[message.looks] ?? LATER_DELAY;
  await transact(ctx, [enqueue(ctx, LookUpLabel, next, delay)]);
}

// The refusal is already recorded, and no caller waits for its message.
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Error) || error.name !== "ApiError") throw error;
}

async function recordPurchase(
  ctx: Context,
  rate: StoredRate,
  label: Label,
  url: string | null,
): Promise<void> {
  const open = await findOpenShipment(rate);
  if (!open) return;
  const { order, shipment } = open;
  const bought = {
    ...shipment,
    tracking_number: label.trackingNumber || null,
    tracking_url: label.trackingUrl,
    label_url: url,
    status: "label_created" as const,
    label_status: "purchased" as const,
    updated_at: ctx.now(),
  };
  const known = await rates.find({ store_id: rate.store_id, order_id: rate.order_id, id: rate.id }, ctx);
  const after = changedOrder(ctx, order, { shipments: replaceShipment(order, bought) }, "label_bought");
  const { store_id, order_id } = rate;
  await transact(ctx, [
    known && rates.replace(known, { ...known, label_ref: label.ref }),
    ...orderReplacement(ctx, order, after, ["order.shipment_created"]),
    label.trackingNumber !== "" &&
      trackings.put({ store_id, number: label.trackingNumber, order_id, shipment_id: shipment.id }),
  ]);
}

// Goods of a refused label were not sent, and can be sent with another rate.
async function recordRefusal(ctx: Context, rate: StoredRate): Promise<void> {
  const open = await findOpenShipment(rate);
  if (!open) return;
  const { shipment } = open;
  const failed = {
    ...shipment,
    status: "failed" as const,
    label_status: "failed" as const,
    updated_at: ctx.now(),
  };
  const back = { type: "parcel returned", parcel: failed, why: "label_refused", by: ctx } as const;
  await commitOrder(ctx, open.snapshot, orderLife.transition(open.snapshot, back));
}

async function markUnknown(ctx: Context, rate: StoredRate): Promise<void> {
  const open = await findOpenShipment(rate);
  if (!open || open.shipment.label_status === "unknown") return;
  const { order, shipment } = open;
  const unknown = { ...shipment, label_status: "unknown" as const, updated_at: ctx.now() };
  const after = changedOrder(ctx, order, { shipments: replaceShipment(order, unknown) }, "label_unknown");
  await transact(ctx, orderReplacement(ctx, order, after, ["order.shipment_updated"]));
}

async function findOpenShipment(rate: StoredRate) {
  const snapshot = await findOrderSnapshot(rate.store_id, rate.order_id);
  const shipment = snapshot?.order.shipments.find(({ id }) => id === rate.shipment_id);
  return snapshot && shipment && isPurchaseOpen(shipment)
    ? { snapshot, order: snapshot.order, shipment }
    : undefined;
}

function isPurchaseOpen({ label_status }: Shipment): boolean {
  return label_status === "requested" || label_status === "unknown";
}

export function replaceShipment({ shipments }: Order, changedOne: Shipment): Shipment[] {
  return shipments.map((each) => (each.id === changedOne.id ? changedOne : each));
}
