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
