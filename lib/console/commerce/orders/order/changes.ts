/** The reads to invalidate after a change of an order. */
export const CHANGES = ["getOrder", "listOrders"] as const;
