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

/** What is told of a parcel that moves on: each once it is there. */
export const MOVED_EVENTS = [
  "order.shipment_updated",
  "order.shipment_status_changed",
  "order.shipment_in_transit",
  "order.shipment_delivered",
  "order.shipment_failed",
  "order.shipment_returned",
] as const;

/** What becomes of an order by what its provider says. */
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

/** What can be announced of an order that is brought to where its payment is, whoever brings it there. */
export const SETTLED_EVENTS = [
  ...BROUGHT,
  "reservation.updated",
  "reservation.confirmed",
  "cart.updated",
  "cart.converted",
] as const;

/**
 * What can be announced where the page of an order is closed, or its payment asked after: what the provider says, and what
 * comes of it.
 */
export const ASKED_EVENTS = [...SETTLEMENT_EVENTS, ...SETTLED_EVENTS] as const;

/** What comes of an order that is cancelled or confirmed by hand, or with its appointments, after its page was closed. */
export const CANCELLING_EVENTS = [...ASKED_EVENTS, "reservation.cancelled"] as const;

/** What comes of an order whose hold has ended, or whose money has been on its way for a day; and of idle visitors. */
export const AFTERWARDS_EVENTS = [
  "payment.captured",
  "payment.failed",
  "payment.refunded",
  "payment.refund_failed",
  "payment.updated",
  ...SETTLED_EVENTS,
  "contact.deleted",
] as const;

/** What people are written to about. */
export const MAILED_EVENTS = [
  "order.confirmed",
  "order.cancelled",
  "order.completed",
  "order.refunded",
  "order.payment_refused",
  "order.updated",
  "order.shipment_created",
] as const;

/** What comes of an order that is made: also of others, whose holds have ended and which held what it needs. */
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

/** What comes of a refund of an order: units that were not sent are cancelled by it. */
export const REFUND_EVENTS = [
  "order.updated",
  "order.refunded",
  "order.cancelled",
  "order.completed",
  "reservation.updated",
  "reservation.cancelled",
] as const;
