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
  "order.shipment_status_changed",
  "order.shipment_in_transit",
  "order.shipment_out_for_delivery",
  "order.shipment_delivered",
  "order.shipment_failed",
  "order.shipment_returned",
  "order.annotated",
] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

/** Events of a parcel on its way. */
export const MOVED_EVENTS = [
  "order.shipment_updated",
  "order.shipment_status_changed",
  "order.shipment_in_transit",
  "order.shipment_delivered",
  "order.shipment_failed",
  "order.shipment_returned",
] as const;

/** Events that a provider's callback about a payment can cause. */
const BROUGHT = [
  "order.updated",
  "order.confirmed",
  "order.paid",
  "order.completed",
  "order.refunded",
  "order.cancelled",
  "order.payment_failed",
  "order.payment_refused",
] as const;

/** Events of reconciling an order with its payment, whoever starts it. */
export const SETTLED_EVENTS = [
  ...BROUGHT,
  "reservation.updated",
  "reservation.confirmed",
  "cart.updated",
  "cart.converted",
] as const;

/** Events of closing an order's payment page, or of asking the provider about its payment. */
export const ASKED_EVENTS = [...SETTLEMENT_EVENTS, ...SETTLED_EVENTS] as const;

/** Events of cancelling or confirming an order by hand, after its payment page was closed. */
export const CANCELLING_EVENTS = [...ASKED_EVENTS, "reservation.cancelled"] as const;

/** Events of the due worker: ended holds, payments that stay pending, idle visitors. */
export const AFTERWARDS_EVENTS = [
  "payment.captured",
  "payment.failed",
  "payment.refunded",
  "payment.refund_failed",
  "payment.updated",
  ...SETTLED_EVENTS,
  "contact.deleted",
] as const;

/** Events that cause a mail. */
export const MAILED_EVENTS = [
  "order.confirmed",
  "order.cancelled",
  "order.completed",
  "order.refunded",
  "order.payment_refused",
  "order.updated",
  "order.shipment_created",
] as const;

/** Events of a checkout, including those of other orders whose expired holds it releases. */
export const BEGINNING_EVENTS = [
  "order.created",
  "order.confirmed",
  "order.completed",
  "order.cancelled",
  "payment.created",
  "reservation.created",
  "reservation.confirmed",
  "reservation.updated",
  "cart.converted",
  "cart.updated",
] as const;

/** Events of a refund; it cancels units that were not sent. */
export const REFUND_EVENTS = [
  "order.updated",
  "order.refunded",
  "order.cancelled",
  "order.completed",
  "reservation.updated",
  "reservation.cancelled",
] as const;
