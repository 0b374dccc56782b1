/** The reads to invalidate after a change of an order. */
export const ORDER_READS = ["getOrder", "listOrders"] as const;
