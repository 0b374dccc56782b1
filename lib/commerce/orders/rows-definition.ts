/** The rows of orders. Raise the number when what lists find an order by is made in another way. */
export const ORDER_ROWS = { name: "order_rows", definition: 4 } as const;
