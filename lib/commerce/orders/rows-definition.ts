/** Raise `definition` when the fields by which lists find an order are computed in another way. */
export const ORDER_ROWS = { name: "order_rows", definition: 4 } as const;
