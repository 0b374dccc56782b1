import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { changedRecord, expectVersion, newRecord } from "#core/records/record.ts";
import type { Unversioned } from "#core/view-schema.ts";
import type { StockMove } from "#lib/commerce/inventory/stock-moves.ts";
import { privatePrefix } from "#lib/content/media/keys.ts";
import { checkSameRequest, findByIntent, intentOf } from "#lib/money/payments/intent.ts";
import type { Intent } from "#lib/money/payments/intent-schema.ts";
import { checkRefundPermission, type RefundScope } from "#lib/money/payments/refund-permission.ts";
import { ORDER } from "./errors.ts";
import { orderLife } from "./lifecycle.ts";
import type { Lines, Outcome } from "./lifecycle-events.ts";
import {
  commitOrder,
  type FullOrderSnapshot,
  getOrderSnapshot,
  orderReplacement,
  viewOrder,
} from "./record.ts";
import type { AskReturn, DecideReturn, FulfilOrder } from "./request-schema.ts";
import { type Order, OrderReturn, Shipment } from "./schema.ts";
import { getOwnOrder } from "./service.ts";
import { buyerMayCancel, changedOrder, markNotRefunded } from "./statuses.ts";
import { restockUnits, unitsByItem } from "./units.ts";
import { withPublicVersion } from "./view.ts";
import type { BuyerOrder, OrderView } from "./view-schema.ts";

/**
 * Records goods that were sent without a bought label, once for each `shipment_id`. They leave the stock, and
 * the buyer is notified.
 *
 * @throws GENERAL.IDEMPOTENCY_KEY_REUSED see `checkSameRequest`
 */
export async function fulfilOrder(
  ctx: Context,
  storeId: string,
  orderId: string,
  { shipment_id, location_id, ...input }: FulfilOrder & { location_id?: string | undefined },
): Promise<Unversioned<OrderView>> {
  const snapshot = await getOrderSnapshot(storeId, orderId);
  const { order } = snapshot;
  const intent = intentOf(shipment_id, { ...input, location_id });
  const before = previousParcel(order, intent);
  if (before) return viewOrder(order);
  const now = ctx.now();
  const defaults = { carrier: null, service: null, tracking_number: null, tracking_url: null };
  const parcel = newRecord(Shipment, defaults, input, {
    id: newId("shp", ctx.clock()),
    order_id: order.id,
    location_id: location_id ?? locationOfFirstLine(order, input.lines),
    rate_id: null,
    lines: [],
    label_url: null,
    status: "in_transit",
    label_status: null,
    intent: intent ?? null,
    created_at: now,
    updated_at: now,
  });
  const { lines } = input;
  await commitOrder(
    ctx,
    snapshot,
    orderLife.transition(snapshot, { type: "parcel sent", lines, parcel, bySelf: true, by: ctx }),
  );
  return viewOrder((await getOrderSnapshot(storeId, orderId)).order);
}

/**
 * The parcel that an earlier request with this `shipment_id` has sent; one with a refused label was never sent.
 *
 * @throws GENERAL.IDEMPOTENCY_KEY_REUSED if it was requested with other contents
 */
export function previousParcel({ shipments }: Order, intent: Intent | undefined): Shipment | undefined {
  const [known] = findByIntent(
    shipments.filter(({ label_status }) => label_status !== "failed"),
    (each) => each.intent,
    intent,
  );
  checkSameRequest("shipment_id", known?.intent, intent);
  return known;
}

export function locationOfFirstLine({ items }: Order, lines: Lines): string | null {
  return items.find(({ id }) => id === lines[0]?.order_item_id)?.location_id ?? null;
}

/** Records what a customer wants to return, at most what was sent. */
export async function askReturn(
  ctx: Context,
  storeId: string,
  orderId: string,
  input: AskReturn,
): Promise<Unversioned<OrderView>> {
  await requestReturn(ctx, storeId, orderId, input);
  return viewOrder((await getOrderSnapshot(storeId, orderId)).order);
}

export async function askOwnReturn(
  ctx: Context,
  storeId: string,
  orderId: string,
  input: AskReturn,
): Promise<Unversioned<BuyerOrder>> {
  await getOwnOrder(ctx, storeId, orderId);
  await requestReturn(ctx, storeId, orderId, input);
  return getOwnOrder(ctx, storeId, orderId);
}

async function requestReturn(
  ctx: Context,
  storeId: string,
  orderId: string,
  input: AskReturn,
): Promise<void> {
  const { order } = await getOrderSnapshot(storeId, orderId);
  const units = unitsByItem(order, input.lines);
  for (const [id, quantity] of units) {
    const left = returnableUnits(order, id);
    if (quantity > left) throw invalidField(id, `has ${left} units that were sent and can come back`);
  }
  const now = ctx.now();
  const orderReturn = newRecord(OrderReturn, { reason: null }, input, {
    id: newId("ret", ctx.clock()),
    status: "asked",
    lines: [...units].map(([order_item_id, quantity]) => ({ order_item_id, quantity })),
    note: null,
    refund_id: null,
    created_at: now,
    updated_at: now,
  });
  const after = changedOrder(
    ctx,
    order,
    { returns: [...order.returns, orderReturn] },
    "return_asked",
    orderReturn.reason,
  );
  await transact(ctx, orderReplacement(ctx, order, after));
}

/** Receives a return, with restock and refund if requested, or refuses it. */
export async function decideReturn(
  ctx: Context,
  { storeId, orderId, returnId }: { storeId: string; orderId: string; returnId: string },
  input: DecideReturn,
): Promise<Unversioned<OrderView>> {
  const snapshot = await getOrderSnapshot(storeId, orderId);
  const found = snapshot.order.returns.find(({ id }) => id === returnId);
  if (!found) throw GENERAL.NOT_FOUND();
  expectVersion(withPublicVersion(snapshot.order), input);
  if (found.status !== "asked" && found.status !== input.status)
    throw ORDER.INVALID_STATUS({ message: `the return was ${found.status}` });
  const { order: decided, moves } =
    found.status === "asked"
      ? applyDecision(ctx, snapshot.order, found, input)
      : { order: snapshot.order, moves: [] };
  const goes = await decideRefund(ctx, snapshot.order, found, input);
  const recorded = goes === "nothing" && found.status === "asked" ? markNotRefunded(ctx, decided) : decided;
  const outcome =
    goes === "all" ? refundReturn(ctx, { ...snapshot, order: decided }, found) : { record: recorded };
  await commitOrder(ctx, snapshot, { ...outcome, moves: [...moves, ...(outcome.moves ?? [])] });
  return viewOrder((await getOrderSnapshot(storeId, orderId)).order);
}

function applyDecision(
  ctx: Context,
  order: Stored<Order>,
  orderReturn: OrderReturn,
  { restock, refund, version, ...fields }: DecideReturn,
): { order: Stored<Order>; moves: StockMove[] } {
  const { status } = fields;
  const receivedUnits =
    status === "received" ? unitsByItem(order, orderReturn.lines) : new Map<string, number>();
  const moves: StockMove[] = [];
  const items = order.items.map((item) => {
    const units = receivedUnits.get(item.id) ?? 0;
    const left = item.fulfilled_quantity - item.returned_quantity;
    // A refund with restock may have recorded these units as returned since the return was requested.
    if (units > left) throw invalidField(item.id, `has ${left} units that were sent and have not come back`);
    if (restock === true) moves.push(...restockUnits(item, units));
    return { ...item, returned_quantity: item.returned_quantity + units };
  });
  const decided = changedRecord(OrderReturn, orderReturn, fields, { updated_at: ctx.now() });
  const returns = order.returns.map((each) => (each.id === orderReturn.id ? decided : each));
  return { order: changedOrder(ctx, order, { returns, items }, `return_${status}`, decided.note), moves };
}

/** Decides the refund of a return; `undefined` if none is requested or it was refunded before. */
async function decideRefund(
  ctx: Context,
  order: Order,
  { refund_id }: OrderReturn,
  { status, refund }: DecideReturn,
): Promise<RefundScope | undefined> {
  if (status !== "received" || !refund || refund_id !== null) return undefined;
  const rule = refund === true ? undefined : refund;
  return checkRefundPermission(ctx, order.store_id, rule, buyerMayCancel(order, ctx.now()));
}

/** Sent units that were neither returned nor are in an open return. */
function returnableUnits(order: Order, itemId: string): number {
  const returningUnits = order.returns
    .filter(({ status }) => status === "asked")
    .flatMap(({ lines }) => lines)
    .filter(({ order_item_id }) => order_item_id === itemId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const item = order.items.find(({ id }) => id === itemId);
  return item ? item.fulfilled_quantity - item.returned_quantity - returningUnits : 0;
}

/** Refunds the lines of a return, and records the refund in the return in the same change. */
function refundReturn(
  by: Context,
  snapshot: FullOrderSnapshot,
  { id: returnId, lines }: OrderReturn,
): Outcome {
  const request = { lines, reason: "returned" };
  return orderLife.transition(snapshot, { type: "refund requested", asked: request, returnId, by });
}

/** S3 key of a shipment's label in the bucket of originals. */
export function labelKey(storeId: string, shipmentId: string): string {
  return `${privatePrefix(storeId)}labels/${shipmentId}`;
}
