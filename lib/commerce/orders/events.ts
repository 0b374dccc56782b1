import { PAYMENT_SYNC_EVENTS } from "#lib/money/payments/events.ts";

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

/** Events of a parcel after its label was bought. */
export const SHIPMENT_EVENTS = [
  "order.shipment_updated",
  "order.shipment_status_changed",
  "order.shipment_in_transit",
  "order.shipment_delivered",
  "order.shipment_failed",
  "order.shipment_returned",
] as const;

/** Events that a provider's callback about a payment can cause. */
const CALLBACK_EVENTS = [
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
export const RECONCILE_EVENTS = [
  ...CALLBACK_EVENTS,
  "reservation.updated",
  "reservation.confirmed",
  "cart.updated",
  "cart.converted",
] as const;

/** Events of closing an order's payment page, or of asking the provider about its payment. */
export const CLOSE_PAGE_EVENTS = [...PAYMENT_SYNC_EVENTS, ...RECONCILE_EVENTS] as const;

/** Events of cancelling or confirming an order by hand, after its payment page was closed. */
export const CANCELLING_EVENTS = [...CLOSE_PAGE_EVENTS, "reservation.cancelled"] as const;

/** Events that the due worker causes: it ends holds, checks pending payments and deletes idle visitors. */
export const DUE_EVENTS = [
  "payment.captured",
  "payment.failed",
  "payment.refunded",
  "payment.refund_failed",
  "payment.updated",
  ...RECONCILE_EVENTS,
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
export const CHECKOUT_EVENTS = [
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

/** Events of a refund, which also cancels units that were not sent. */
export const REFUND_EVENTS = [
  "order.updated",
  "order.refunded",
  "order.cancelled",
  "order.completed",
  "reservation.updated",
  "reservation.cancelled",
] as const;
