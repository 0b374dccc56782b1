/** The reads that are old when an order was changed. */
export const CHANGES = ["getOrder", "listOrders"] as const;
