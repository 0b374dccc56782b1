import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, refuse } from "#core/errors.ts";
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
 * Notes goods that were sent without a bought label, once for their `shipment_id`: they leave the stock, and the buyer is told.
 *
 * @throws GENERAL.IDEMPOTENCY_KEY_REUSED see `checkAsked`
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
  const nothing = { carrier: null, service: null, tracking_number: null, tracking_url: null };
  const parcel = newRecord(Shipment, nothing, input, {
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
 * The parcel that was sent before by this name; one whose label was refused was never sent.
 *
 * @throws GENERAL.IDEMPOTENCY_KEY_REUSED when it was asked for with something else
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

/** Where the first of some goods lies. */
export function locationOfFirstLine({ items }: Order, lines: Lines): string | null {
  return items.find(({ id }) => id === lines[0]?.order_item_id)?.location_id ?? null;
}

/** Notes what a customer wants to send back: of what was sent, no more than that. */
export async function askReturn(
  ctx: Context,
  storeId: string,
  orderId: string,
  input: AskReturn,
): Promise<Unversioned<OrderView>> {
  await ask(ctx, storeId, orderId, input);
  return viewOrder((await getOrderSnapshot(storeId, orderId)).order);
}

/** Asks for a return of what a visitor has ordered. */
export async function askOwnReturn(
  ctx: Context,
  storeId: string,
  orderId: string,
  input: AskReturn,
): Promise<Unversioned<BuyerOrder>> {
  await getOwnOrder(ctx, storeId, orderId);
  await ask(ctx, storeId, orderId, input);
  return getOwnOrder(ctx, storeId, orderId);
}

async function ask(ctx: Context, storeId: string, orderId: string, input: AskReturn): Promise<void> {
  const { order } = await getOrderSnapshot(storeId, orderId);
  const units = unitsByItem(order, input.lines);
  for (const [id, quantity] of units) {
    const left = returnable(order, id);
    if (quantity > left) throw refuse(id, `has ${left} units that were sent and can come back`);
  }
  const now = ctx.now();
  const asked = newRecord(OrderReturn, { reason: null }, input, {
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
    { returns: [...order.returns, asked] },
    "return_asked",
    asked.reason,
  );
  await transact(ctx, orderReplacement(ctx, order, after));
}

/** Notes that a return has come, puts it on sale again and gives its money back where that is wanted; or refuses it. */
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
      ? decide(ctx, snapshot.order, found, input)
      : { order: snapshot.order, moves: [] };
  const goes = await goesBack(ctx, snapshot.order, found, input);
  const told = goes === "nothing" && found.status === "asked" ? markNotRefunded(ctx, decided) : decided;
  const outcome =
    goes === "all" ? refundReturn(ctx, { ...snapshot, order: decided }, found) : { record: told };
  await commitOrder(ctx, snapshot, { ...outcome, moves: [...moves, ...(outcome.moves ?? [])] });
  return viewOrder((await getOrderSnapshot(storeId, orderId)).order);
}

function decide(
  ctx: Context,
  order: Stored<Order>,
  asked: OrderReturn,
  { restock, refund, version, ...sent }: DecideReturn,
): { order: Stored<Order>; moves: StockMove[] } {
  const { status } = sent;
  const came = status === "received" ? unitsByItem(order, asked.lines) : new Map<string, number>();
  const moves: StockMove[] = [];
  const items = order.items.map((item) => {
    const units = came.get(item.id) ?? 0;
    const left = item.fulfilled_quantity - item.returned_quantity;
    // A refund that put units back on sale meanwhile has noted that they came.
    if (units > left) throw refuse(item.id, `has ${left} units that were sent and have not come back`);
    if (restock === true) moves.push(...restockUnits(item, units));
    return { ...item, returned_quantity: item.returned_quantity + units };
  });
  const decided = changedRecord(OrderReturn, asked, sent, { updated_at: ctx.now() });
  const returns = order.returns.map((each) => (each.id === asked.id ? decided : each));
  return { order: changedOrder(ctx, order, { returns, items }, `return_${status}`, decided.note), moves };
}

/** What goes back of a return's money, where that is wanted and has not been given yet. */
async function goesBack(
  ctx: Context,
  order: Order,
  { refund_id }: OrderReturn,
  { status, refund }: DecideReturn,
): Promise<RefundScope | undefined> {
  if (status !== "received" || !refund || refund_id !== null) return undefined;
  const rule = refund === true ? undefined : refund;
  return checkRefundPermission(ctx, order.store_id, rule, buyerMayCancel(order, ctx.now()));
}

/** Units of an item that were sent, and neither came back nor are asked to. */
function returnable(order: Order, itemId: string): number {
  const asked = order.returns
    .filter(({ status }) => status === "asked")
    .flatMap(({ lines }) => lines)
    .filter(({ order_item_id }) => order_item_id === itemId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const item = order.items.find(({ id }) => id === itemId);
  return item ? item.fulfilled_quantity - item.returned_quantity - asked : 0;
}

/** The refund of a return's lines, noted in the return by the same change. */
function refundReturn(
  by: Context,
  snapshot: FullOrderSnapshot,
  { id: returnId, lines }: OrderReturn,
): Outcome {
  const asked = { lines, reason: "returned" };
  return orderLife.transition(snapshot, { type: "refund requested", asked, returnId, by });
}

/** Where the label of a shipment lies, in the bucket of originals. */
export function labelKey(storeId: string, shipmentId: string): string {
  return `${privatePrefix(storeId)}labels/${shipmentId}`;
}
