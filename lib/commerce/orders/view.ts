import { VERSION } from "#core/dynamo/entity-shape.ts";
import { viewShippingLine, viewSnapshot } from "#lib/commerce/carts/view.ts";
import { totalsOf } from "#lib/money/money/pricing.ts";
import { SANDBOX } from "#lib/money/payments/chosen-provider.ts";
import { paymentOf } from "./books.ts";
import { collectedAt, saleTimes } from "./sale-times.ts";
import { type Order, type Shipment, TO_DO } from "./schema.ts";
import { amountDue, isCancelled } from "./statuses.ts";
import { openUnits } from "./units.ts";

/** What every view of an order shows of it besides what is stored: all of it is reckoned from that. */
export function computedFields(order: Order) {
  return {
    money: totalsOf(order),
    payment: viewOrderPayment(order),
    items: order.items.map((item) => ({ ...item, snapshot: viewSnapshot(item, item.snapshot) })),
    shipping_lines: order.shipping_lines.map(viewShippingLine),
    shipments: order.shipments.map(viewShipment),
  };
}

/** A parcel by its own id, and by the name that its caller gave it. */
export function viewShipment(shipment: Shipment) {
  return { ...shipment, shipment_id: shipment.intent?.key ?? shipment.id };
}

/** What figures reckon with, for the store's people. */
export function saleFields(order: Order) {
  const { facts, entries } = order;
  const collected_at = collectedAt(entries);
  const channel = channelOf(order);
  return { ...saleTimes(order), collected_at, channel, facts: { ...facts, channel }, test: isTest(order) };
}

/** How an order came in. Of one from before that was kept, it is told by whether a member made it. */
export function channelOf({ channel, account_id }: Pick<Order, "channel" | "account_id">) {
  return channel ?? (account_id === null ? "storefront" : "staff");
}

/** Whether an order is a trial: staff say so, or it is paid where no money is taken. */
export function isTest({ test, payment }: Pick<Order, "test" | "payment">): boolean {
  return test ?? (payment.test || payment.provider === SANDBOX);
}

/** An order with the version that it prints: what staff note beside it is no change of it. */
export function withPublicVersion<T extends Order>(order: T): T {
  const { [VERSION]: version }: Order & { [VERSION]?: number } = order;
  return version === undefined ? order : { ...order, [VERSION]: version - order.annotated };
}

/** Bytes that an event of an order has beyond the order itself: what a snapshot says under two names. */
export function duplicatedBytes({ items }: Pick<Order, "items">): number {
  return Buffer.byteLength(JSON.stringify(items.map(({ snapshot }) => snapshot.attributes)));
}

/** How an order is paid for, with the sums of its books, and what it comes to. */
export function viewOrderPayment(order: Order) {
  return { ...paymentOf(order), ...totalsOf(order) };
}

/**
 * An order as its buyer, an event and a webhook are told of it. Which of the store's people did what, and the words that
 * they wrote about it, are the store's own.
 */
export function publicOrder(order: Order) {
  const history = order.history.map((line) =>
    line.actor.type === "person"
      ? { ...line, reason: null, actor: { ...line.actor, id: "" } }
      : { ...line, actor: { ...line.actor, id: line.actor.type === "visitor" ? line.actor.id : "" } },
  );
  const open = new Set(history.map(({ reason }) => reason));
  const told = (reason: string | null) => (open.has(reason) ? reason : null);
  const shown = computedFields(order);
  return {
    ...withPublicVersion(order),
    ...shown,
    history,
    items: shown.items.map((item) => ({
      ...item,
      status: { ...item.status, reason: told(item.status.reason) },
    })),
    returns: order.returns.map((each) => ({ ...each, reason: told(each.reason) })),
  };
}

type ToDo = (typeof TO_DO)[number];

/** What it is reckoned from. */
type Workable = Pick<
  Order,
  "status" | "payment_status" | "payment" | "items" | "shipping_lines" | "returns" | "total" | "entries"
>;

/** What is left to do about an order; nothing where it is done, or where nothing can be done yet. Pure. */
export function toDoOf(order: Workable): ToDo[] {
  const sends = isSendable(order) && order.items.some(hasUnitsToSend);
  const left: Record<ToDo, boolean> = {
    confirm: isOpen(order) && order.items.some(waitsForStaff),
    ship: sends && !isPickup(order),
    collect: sends && isPickup(order),
    pay: (isOpen(order) || order.status === "completed") && amountDue(order) > 0,
    return: order.returns.some(({ status }) => status === "asked"),
  };
  return TO_DO.filter((each) => left[each]);
}

function isOpen({ status }: Workable): boolean {
  return status === "confirmed" || status === "partially_cancelled";
}

/** Cash may come when the goods go. Whose money all went back again waits for none. */
function isSendable(order: Workable): boolean {
  const { payment, payment_status } = order;
  const isPaid = payment_status === "paid" || payment_status === "partially_refunded";
  return isOpen(order) && (isPaid || (payment.type === "cash" && payment_status === "unpaid"));
}

/** Whether units of a line are left to send. */
export function hasUnitsToSend(item: Order["items"][number]): boolean {
  return item.type === "product" && item.snapshot.requires_shipping && openUnits(item) > 0;
}

function waitsForStaff(item: Order["items"][number]): boolean {
  return item.type === "service" && item.status.status === "pending" && !isCancelled(item);
}

/** Whether every way of sending it is one by which the buyer fetches it at a place of the store. */
export function isPickup({ shipping_lines }: Pick<Order, "shipping_lines">): boolean {
  return shipping_lines.length > 0 && shipping_lines.every(({ pickup }) => pickup);
}
