import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { refuse } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { newRecord } from "#core/records/record.ts";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { type Move, stockWrites } from "#lib/commerce/inventory/moves.ts";
import { openUnits, sendUnits, takeBackUnits } from "./held.ts";
import { getWhole } from "./load.ts";
import { changed, replacement, viewOrder } from "./record.ts";
import type { FulfilOrder } from "./request-schema.ts";
import { type Order, type OrderItem, Shipment } from "./schema.ts";
import type { OrderView } from "./view-schema.ts";

type Lines = readonly { order_item_id: string; quantity: number }[];

/** Notes goods that were sent without a bought label: they leave the stock, and the buyer is told. */
export async function fulfilOrder(
  ctx: Context,
  storeId: string,
  orderId: string,
  input: FulfilOrder,
): Promise<OrderView> {
  const { order } = await getWhole(storeId, orderId);
  checkSendable(order);
  const sent = sentLines(order, input.lines);
  const now = ctx.now();
  const nothing = { carrier: null, service: null, tracking_number: null, tracking_url: null };
  const shipment = newRecord(Shipment, nothing, input, {
    id: newId("shp", ctx.clock()),
    order_id: order.id,
    location_id: locationOf(order, input.lines),
    rate_id: null,
    lines: sent.lines,
    label_url: null,
    status: "in_transit",
    label_status: null,
    created_at: now,
    updated_at: now,
  });
  const change = { items: sent.items, shipments: [...order.shipments, shipment] };
  const after = changed(ctx, order, change, "fulfilled");
  await transact(ctx, [
    ...replacement(ctx, order, after, ["order.shipment_created"]),
    ...stockWrites(ctx, storeId, sent.moves),
  ]);
  return viewOrder((await getWhole(storeId, orderId)).order);
}

/** Whether goods of an order may be sent: once it is confirmed, which a cash order is before it is paid. */
export function checkSendable({ status, number }: Pick<Order, "status" | "number">): void {
  if (status === "confirmed" || status === "partially_cancelled") return;
  throw ORDER.INVALID_STATUS({ message: `the order ${number} is ${status}, and nothing of it can be sent` });
}

/** The items after lines of goods have left the house, with the moves of the stock; one item twice is summed. */
export function sentLines(
  order: Order,
  wanted: Lines,
): { items: OrderItem[]; lines: Shipment["lines"]; moves: Move[] } {
  const lines = summed(order, wanted);
  const moves: Move[] = [];
  const items = order.items.map((item) => {
    const units = lines.get(item.id) ?? 0;
    if (units > openUnits(item))
      throw refuse(item.id, `has ${openUnits(item)} units that are not sent or cancelled`);
    if (units > 0 && item.type === "service") throw refuse(item.id, "is an appointment, and not sent");
    const sent = sendUnits(item, units);
    moves.push(...sent.moves);
    return { ...sent.item, fulfilled_quantity: item.fulfilled_quantity + units };
  });
  const all = [...lines].map(([order_item_id, quantity]) => ({ order_item_id, quantity }));
  return { items, lines: all, moves };
}

/**
 * The items after a label was given back: its goods are in the house again, still the buyer's, and can be sent again. Those
 * that a refund or a return put on sale meanwhile stay there.
 */
export function unsentLines(order: Order, wanted: Lines): { items: OrderItem[]; moves: Move[] } {
  const lines = summed(order, wanted);
  const moves: Move[] = [];
  const items = order.items.map((item) => {
    const units = Math.min(lines.get(item.id) ?? 0, item.fulfilled_quantity - item.returned_quantity);
    const back = takeBackUnits(item, units);
    moves.push(...back.moves);
    return { ...back.item, fulfilled_quantity: item.fulfilled_quantity - units };
  });
  return { items, moves };
}

/** Units by item; one item twice is summed, and what is no item of the order is refused. */
export function summed(order: Order, wanted: Lines): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { order_item_id, quantity } of wanted) {
    if (!order.items.some(({ id }) => id === order_item_id))
      throw refuse(order_item_id, "is no item of this order");
    lines.set(order_item_id, (lines.get(order_item_id) ?? 0) + quantity);
  }
  return lines;
}

function locationOf({ items }: Order, lines: Lines): string | null {
  return items.find(({ id }) => id === lines[0]?.order_item_id)?.location_id ?? null;
}
