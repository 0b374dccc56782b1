import { VERSION } from "#core/dynamo/entity-shape.ts";
import { viewShippingLine, viewSnapshot } from "#lib/commerce/carts/view.ts";
import { totalsOf } from "#lib/money/money/pricing.ts";
import { SANDBOX } from "#lib/money/payments/chosen-provider.ts";
import { paymentOf } from "./books.ts";
import { collectedAt, saleTimes } from "./sale-times.ts";
import { type Order, type Shipment, TO_DO } from "./schema.ts";
import { amountDue, isCancelled } from "./statuses.ts";
import { openUnits } from "./units.ts";

/** The computed fields that every view of an order has. */
export function computedFields(order: Order) {
  return {
    money: totalsOf(order),
    payment: viewOrderPayment(order),
    items: order.items.map((item) => ({ ...item, snapshot: viewSnapshot(item, item.snapshot) })),
    shipping_lines: order.shipping_lines.map(viewShippingLine),
    shipments: order.shipments.map(viewShipment),
  };
}

export function viewShipment(shipment: Shipment) {
  return { ...shipment, shipment_id: shipment.intent?.key ?? shipment.id };
}

/** The fields that reports use; only staff see them. */
export function saleFields(order: Order) {
  const { facts, entries } = order;
  const collected_at = collectedAt(entries);
  const channel = channelOf(order);
  return { ...saleTimes(order), collected_at, channel, facts: { ...facts, channel }, test: isTest(order) };
}

/** An order without a stored channel was made by staff if it has an account. */
export function channelOf({ channel, account_id }: Pick<Order, "channel" | "account_id">) {
  return channel ?? (account_id === null ? "storefront" : "staff");
}

/** The mark of staff decides; without one, an order is a test if it takes no real money. */
export function isTest({ test, payment }: Pick<Order, "test" | "payment">): boolean {
  return test ?? (payment.test || payment.provider === SANDBOX);
}

/** A change of notes or tags must not look like a change of the order, so its public version leaves them out. */
export function withPublicVersion<T extends Order>(order: T): T {
  const { [VERSION]: version }: Order & { [VERSION]?: number } = order;
  return version === undefined ? order : { ...order, [VERSION]: version - order.annotated };
}

/** Bytes by which an order's event is larger than the order, as it shows attributes under two names. */
export function duplicatedBytes({ items }: Pick<Order, "items">): number {
  return Buffer.byteLength(JSON.stringify(items.map(({ snapshot }) => snapshot.attributes)));
}

export function viewOrderPayment(order: Order) {
  return { ...paymentOf(order), ...totalsOf(order) };
}

/** The order as buyers, events and webhooks see it: without ids of staff and without what staff wrote. */
export function publicOrder(order: Order) {
  const history = order.history.map((line) =>
    line.actor.type === "person"
      ? { ...line, reason: null, actor: { ...line.actor, id: "" } }
      : { ...line, actor: { ...line.actor, id: line.actor.type === "visitor" ? line.actor.id : "" } },
  );
  const open = new Set(history.map(({ reason }) => reason));
  const publicReason = (reason: string | null) => (open.has(reason) ? reason : null);
  const shown = computedFields(order);
  return {
    ...withPublicVersion(order),
    ...shown,
    history,
    items: shown.items.map((item) => ({
      ...item,
      status: { ...item.status, reason: publicReason(item.status.reason) },
    })),
    returns: order.returns.map((each) => ({ ...each, reason: publicReason(each.reason) })),
  };
}

type ToDo = (typeof TO_DO)[number];

type OrderForToDo = Pick<
  Order,
  "status" | "payment_status" | "payment" | "items" | "shipping_lines" | "returns" | "total" | "entries"
>;

/** What staff have to do about an order. */
export function toDoOf(order: OrderForToDo): ToDo[] {
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

function isOpen({ status }: OrderForToDo): boolean {
  return status === "confirmed" || status === "partially_cancelled";
}

/** Cash may be paid on delivery. A fully refunded order is not sent. */
function isSendable(order: OrderForToDo): boolean {
  const { payment, payment_status } = order;
  const isPaid = payment_status === "paid" || payment_status === "partially_refunded";
  return isOpen(order) && (isPaid || (payment.type === "cash" && payment_status === "unpaid"));
}

export function hasUnitsToSend(item: Order["items"][number]): boolean {
  return item.type === "product" && item.snapshot.requires_shipping && openUnits(item) > 0;
}

function waitsForStaff(item: Order["items"][number]): boolean {
  return item.type === "service" && item.status.status === "pending" && !isCancelled(item);
}

/** An order is a pickup order if all of its shipping methods are pickups. */
export function isPickup({ shipping_lines }: Pick<Order, "shipping_lines">): boolean {
  return shipping_lines.length > 0 && shipping_lines.every(({ pickup }) => pickup);
}
