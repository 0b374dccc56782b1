import { CHANGE_EVENTS } from "#lib/booking/reservations/events.ts";
import { SETTLEMENT_EVENTS } from "#lib/money/payments/events.ts";

export const ORDER_EVENTS = [
  "order.created",
  "order.updated",
  "order.confirmed",
  "order.paid",
  "order.payment_failed",
  "order.payment_refused",
  "order.cancelled",
  "order.refunded",
  "order.completed",
  "order.shipment_created",
  "order.shipment_updated",
] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

/** What can be announced where an order changes, or a cart that is being paid: all that changes along. */
export const SALE_EVENTS = [
  ...ORDER_EVENTS,
  ...SETTLEMENT_EVENTS,
  "cart.updated",
  "cart.converted",
  ...CHANGE_EVENTS,
] as const;
