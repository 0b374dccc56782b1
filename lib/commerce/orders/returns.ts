import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, refuse } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { stockWrites } from "#lib/commerce/inventory/moves.ts";
import { restockUnits } from "./held.ts";
import { getWhole } from "./load.ts";
import { changed, forBuyer, replacement, viewOrder } from "./record.ts";
import { refundOrder } from "./refund.ts";
import type { AskReturn, DecideReturn } from "./request-schema.ts";
import type { Order, OrderReturn, OrderView } from "./schema.ts";
import { getOwnOrder } from "./service.ts";

/** Notes what a customer wants to send back: of what was sent, no more than that. */
export async function askReturn(
  ctx: Context,
  storeId: string,
  orderId: string,
  { lines, reason }: AskReturn,
): Promise<OrderView> {
  const { order } = await getWhole(storeId, orderId);
  for (const { order_item_id, quantity } of lines) {
    const left = returnable(order, order_item_id);
    if (left === undefined) throw refuse(order_item_id, "is no item of this order");
    if (quantity > left) throw refuse(order_item_id, `has ${left} units that were sent and can come back`);
  }
  const now = ctx.now();
  const asked: OrderReturn = {
    id: newId("ret", ctx.clock()),
    status: "asked",
    lines,
    reason: reason ?? null,
    note: null,
    refund_id: null,
    created_at: now,
    updated_at: now,
  };
  const after = changed(ctx, order, { returns: [...order.returns, asked] }, "return_asked", reason ?? null);
  await transact({ now: ctx.now }, replacement(ctx, order, after));
  return viewOrder((await getWhole(storeId, orderId)).order);
}

/** The same for a visitor's own order. */
export async function askOwnReturn(
  ctx: Context,
  storeId: string,
  orderId: string,
  input: AskReturn,
): Promise<OrderView> {
  await getOwnOrder(ctx, storeId, orderId);
  return forBuyer(await askReturn(ctx, storeId, orderId, input));
}

/** Notes that a return has come, puts it on sale again and gives its money back where that is wanted; or refuses it. */
export async function decideReturn(
  ctx: Context,
  { storeId, orderId, returnId }: { storeId: string; orderId: string; returnId: string },
  { status, restock, refund, note }: DecideReturn,
): Promise<OrderView> {
  const { order } = await getWhole(storeId, orderId);
  const found = order.returns.find(({ id }) => id === returnId);
  if (!found) throw GENERAL.NOT_FOUND();
  if (found.status !== "asked" && found.status !== status)
    throw ORDER.INVALID_STATUS({ message: `the return was ${found.status}` });
  if (found.status === "asked") await decide(ctx, order, found, { status, restock: restock === true, note });
  if (status === "received" && refund && found.refund_id === null) {
    const { refund_id } = await refundOrder(ctx, storeId, orderId, {
      lines: found.lines,
      reason: "returned",
    });
    const { order: now } = await getWhole(storeId, orderId);
    const returns = now.returns.map((each) => (each.id === returnId ? { ...each, refund_id } : each));
    await transact(
      { now: ctx.now },
      replacement(ctx, now, changed(ctx, now, { returns }, "return_refunded")),
    );
  }
  return viewOrder((await getWhole(storeId, orderId)).order);
}

async function decide(
  ctx: Context,
  order: Parameters<typeof changed>[1],
  asked: OrderReturn,
  {
    status,
    restock,
    note,
  }: { status: "received" | "refused"; restock: boolean; note?: string | null | undefined },
): Promise<void> {
  const decided = { ...asked, status, note: note ?? null, updated_at: ctx.now() };
  const returns = order.returns.map((each) => (each.id === asked.id ? decided : each));
  const units = new Map(asked.lines.map(({ order_item_id, quantity }) => [order_item_id, quantity]));
  const came = status === "received";
  const items = order.items.map((item) => ({
    ...item,
    returned_quantity: item.returned_quantity + (came ? (units.get(item.id) ?? 0) : 0),
  }));
  const moves = order.items.flatMap((item) =>
    came && restock ? restockUnits(item, units.get(item.id) ?? 0) : [],
  );
  const after = changed(ctx, order, { returns, items }, `return_${status}`, note ?? null);
  await transact({ now: ctx.now }, [
    ...replacement(ctx, order, after),
    ...stockWrites(ctx, order.store_id, moves),
  ]);
}

/** Units of an item that were sent, and neither came back nor are asked to. */
function returnable(order: Order, itemId: string): number | undefined {
  const item = order.items.find(({ id }) => id === itemId);
  const asked = order.returns
    .filter(({ status }) => status === "asked")
    .flatMap(({ lines }) => lines)
    .filter(({ order_item_id }) => order_item_id === itemId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return item && item.fulfilled_quantity - item.returned_quantity - asked;
}
