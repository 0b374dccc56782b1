import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { refuse } from "#core/errors.ts";
import { ORDER } from "#lib/commerce/carts/errors.ts";
import { type Move, stockWrites } from "#lib/commerce/inventory/moves.ts";
import { givenBack, nothingByPolicy } from "#lib/money/payments/giving-back.ts";
import { withoutParts } from "./appointments.ts";
import { refundsIn, sums } from "./books.ts";
import type { OrderRefund } from "./books-schema.ts";
import { buyerMayCancel } from "./buyers-cancel.ts";
import type { OrderEvent } from "./events.ts";
import { summed } from "./fulfil.ts";
import { giveMoney, givenByHand, leftIn, tooMuch } from "./give.ts";
import { openUnits, releaseUnits, restockUnits } from "./held.ts";
import { getWhole, type Whole } from "./load.ts";
import { changed, replacement } from "./record.ts";
import type { RefundOrder } from "./request-schema.ts";
import type { Order, OrderItem } from "./schema.ts";
import { refundableUnits, worthOfNext } from "./state.ts";
import type { RefundAnswer } from "./view-schema.ts";

type Refunded = z.output<typeof RefundAnswer>;

/**
 * Gives money back, as staff ask for it: an amount that touches no line, lines that are worth what was paid for them, shipping, or all that
 * is left. It is set aside at once, so that refunds at the same moment never exceed what was paid.
 *
 * @throws GENERAL.FORBIDDEN see `givenBack`
 */
export async function refundOrder(
  ctx: Context,
  storeId: string,
  orderId: string,
  input: RefundOrder,
): Promise<Refunded> {
  const whole = await getWhole(storeId, orderId);
  const customerMay = buyerMayCancel(whole.order, ctx.now());
  if ((await givenBack(ctx, storeId, input.refund, customerMay)) === "nothing") throw nothingByPolicy();
  const step = await refundStep(ctx, whole, input);
  const after = changed(ctx, whole.order, step.change, "refund_asked", input.reason ?? null);
  return transact(
    ctx,
    [
      ...replacement(ctx, whole.order, after, step.events),
      ...step.writes,
      ...stockWrites(ctx, storeId, step.moves),
    ],
    step.refunded,
  );
}

/** What a refund does: to the order, to the stock and beside them. */
interface RefundStep {
  change: Pick<Order, "items" | "entries">;
  events: readonly OrderEvent[];
  moves: Move[];
  writes: Write[];
  refunded: Refunded;
}

/**
 * A refund of an order, to be written with what else changes of it. Who may ask for it is asked before.
 *
 * @throws ORDER.INVALID_STATUS when nothing was paid, PAYMENT.INVALID_AMOUNT when that much is not left
 */
export async function refundStep(
  ctx: Context,
  { order, payment, reservation }: Pick<Whole, "order" | "payment" | "reservation">,
  input: RefundOrder,
): Promise<RefundStep> {
  if (sums(order.entries).captured === 0)
    throw ORDER.INVALID_STATUS({ message: "nothing was paid for this order" });
  const { items, lines, moves } = refundedItems(order, input.lines ?? []);
  const shipping = shippingOf(order, input);
  const worthOfLines = lines.reduce((sum, { amount }) => sum + amount, 0);
  const isNamed = lines.length > 0 || shipping > 0;
  if (!isNamed && (input.amount ?? null) === null && (input.lines ?? input.shipping ?? null) !== null)
    throw refuse(
      "lines",
      "name nothing to give back. Leave lines and shipping out to give back all that is left",
    );
  const asked = isNamed ? worthOfLines + shipping : leftIn(order, payment);
  const amount = input.amount ?? asked;
  if (lines.length > 0 && amount > asked) throw tooMuch(asked, order.currency);
  const given = giveMoney(ctx, order, payment, { amount, lines, shipping, reason: input.reason ?? null });
  const gone = new Set(items.filter((item) => isGone(order, item)).flatMap(({ part_id }) => part_id ?? []));
  const { sources } = given;
  const [{ refund_id, status }] = sources;
  const { id: payment_id, currency } = order.payment;
  return {
    change: { items, entries: given.entries },
    events: givenByHand(given),
    moves,
    writes: [...given.writes, ...(await withoutParts(ctx, reservation, gone))],
    refunded: { refund_id, payment_id: payment_id ?? "", amount, currency, status, sources },
  };
}

/** The items after some of their units were refunded: those that were not sent are cancelled by that. */
function refundedItems(order: Order, wanted: NonNullable<RefundOrder["lines"]>) {
  const units = summed(order, wanted);
  const restocked = new Set(wanted.flatMap(({ order_item_id, restock }) => (restock ? order_item_id : [])));
  const moves: Move[] = [];
  const lines: OrderRefund["lines"] = [];
  const items = order.items.map((item) => {
    const quantity = units.get(item.id);
    if (quantity === undefined) return item;
    const most = refundableUnits(item);
    if (quantity > most) throw refuse(item.id, `has ${most} units left to refund`);
    lines.push({ order_item_id: item.id, quantity, amount: worthOfNext(item, quantity) });
    const step = takenOff(item, quantity, restocked.has(item.id));
    moves.push(...step.moves);
    return { ...step.item, refunded_quantity: item.refunded_quantity + quantity };
  });
  return { items, lines, moves };
}

function takenOff(item: OrderItem, quantity: number, restock: boolean): { item: OrderItem; moves: Move[] } {
  // Units that were cancelled before are refunded first, then those that were not sent, then those that came back.
  const paidFor = item.cancelled_quantity - item.unpaid_quantity + item.returned_quantity;
  const known = Math.max(0, paidFor - item.refunded_quantity);
  const fresh = Math.max(0, quantity - known);
  const unsent = Math.min(fresh, openUnits(item));
  const sent = fresh - unsent;
  const freed = releaseUnits(item, unsent);
  const back = restock ? Math.min(sent, item.fulfilled_quantity - item.returned_quantity) : 0;
  return {
    item: {
      ...freed.item,
      cancelled_quantity: item.cancelled_quantity + unsent,
      returned_quantity: item.returned_quantity + back,
    },
    moves: [...freed.moves, ...restockUnits(item, back)],
  };
}

function isGone(before: Order, item: OrderItem): boolean {
  const old = before.items.find(({ id }) => id === item.id);
  return item.cancelled_quantity > (old?.cancelled_quantity ?? 0) && item.cancelled_quantity >= item.quantity;
}

function shippingOf(order: Order, { shipping }: RefundOrder): number {
  const paid = order.shipping_lines.reduce((sum, { total }) => sum + total, 0);
  const back = refundsIn(order.entries)
    .filter(({ status }) => status !== "failed")
    .reduce((sum, refund) => sum + refund.shipping, 0);
  const left = paid - back;
  if (shipping === true) return left;
  if (typeof shipping !== "number") return 0;
  if (shipping > left) throw tooMuch(left, order.currency);
  return shipping;
}
