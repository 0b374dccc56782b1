/** The rows of customers. Raise the number when what lists find a customer by is made in another way. */
export const CUSTOMER_ROWS = { name: "customer_rows", definition: 2 } as const;
