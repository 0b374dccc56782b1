import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { ApiError } from "#core/errors.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { viewSnapshot } from "#lib/commerce/carts/view.ts";
import type { ChangeOrders, OrdersChanged, PackingSlips } from "./annotation-schema.ts";
import { retagOrder } from "./annotations.ts";
import { ORDER } from "./errors.ts";
import { fulfilOrder } from "./parcels.ts";
import type { Order, OrderItem } from "./schema.ts";
import { orders } from "./table.ts";
import { openUnits } from "./units.ts";
import { hasUnitsToSend } from "./view.ts";

/** Milliseconds after which no further order is started. */
const TIME_LIMIT_MS = 20_000;
const NOT_REACHED = "NOT_REACHED";

type OrderResult = OrdersChanged["results"][number];

/**
 * Changes many orders one by one. A refusal of one does not stop the others. Orders that the time limit leaves
 * unchanged are reported, so that the caller can send them again.
 */
export async function changeOrders(
  ctx: Context,
  storeId: string,
  requested: ChangeOrders,
  timeLimit = scaledTimeout(TIME_LIMIT_MS),
): Promise<OrdersChanged> {
  const until = performance.now() + timeLimit;
  // The Idempotency-Key belongs to the whole request and not to each change.
  const { idempotency: _all, ...ctxWithoutKey } = ctx;
  const results: OrderResult[] = [];
  for (const id of requested.ids) {
    const isLate = performance.now() >= until;
    results.push(isLate ? notReached(id) : await changeOne(ctxWithoutKey, storeId, id, requested));
  }
  return transact(ctx, [], { results });
}

async function changeOne(
  ctx: Context,
  storeId: string,
  id: string,
  requested: ChangeOrders,
): Promise<OrderResult> {
  const { action, tags = [] } = requested;
  try {
    const changed = await withRetries(() =>
      action === "fulfil" ? sendAll(ctx, storeId, id) : retagOrder(ctx, storeId, id, action === "tag", tags),
    );
    return { id, ok: true, changed };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { id, ok: false, changed: false, error: error.code, message: error.message };
  }
}

/** Sends all units that can be sent. Returns whether there were any. */
async function sendAll(ctx: Context, store_id: string, id: string): Promise<boolean> {
  const { items } = await orders.get({ store_id, id }, ORDER.NOT_FOUND(), ctx);
  const lines = items
    .filter(hasUnitsToSend)
    .map((item) => ({ order_item_id: item.id, quantity: openUnits(item) }));
  if (lines.length > 0) await fulfilOrder(ctx, store_id, id, { lines });
  return lines.length > 0;
}

function notReached(id: string): OrderResult {
  const message = "This order was not reached in time. Send it again.";
  return { id, ok: false, changed: false, error: NOT_REACHED, message };
}

/** Packing slips and a pick list for some orders; orders that do not exist are left out. */
export async function getOrderSlips(
  ctx: Context,
  store_id: string,
  ids: readonly string[],
): Promise<PackingSlips> {
  const requested = [...new Set(ids)].map((id) => ({ store_id, id }));
  const found = await orders.batchGet(requested, ctx);
  return { slips: found.map(slipOf), picks: picksOf(found) };
}

function slipOf({ id, number, shipping_address, items, notes }: Order): PackingSlips["slips"][number] {
  return {
    order_id: id,
    number,
    address: shipping_address,
    lines: items.filter(hasUnitsToSend).map((item) => ({ ...pickFields(item), quantity: openUnits(item) })),
    notes,
  };
}

function pickFields(item: OrderItem) {
  const { name, sku, attributes } = viewSnapshot(item, item.snapshot);
  return { name, sku, attributes, location_id: item.location_id };
}

/** Sums what to pick over all orders, by variant and location. */
function picksOf(found: readonly Order[]): PackingSlips["picks"] {
  const picks = new Map<string, PackingSlips["picks"][number]>();
  for (const item of found.flatMap(({ items }) => items.filter(hasUnitsToSend))) {
    const { name, sku, location_id } = pickFields(item);
    const variant_id = item.variant_id ?? "";
    const key = JSON.stringify([variant_id, location_id]);
    const quantity = (picks.get(key)?.quantity ?? 0) + openUnits(item);
    picks.set(key, { variant_id, sku, name, location_id, quantity });
  }
  return [...picks.values()].sort((one, other) => one.name.localeCompare(other.name, "en"));
}
