/** The rows of customer lists. Raise the number when they are built differently. */
export const CUSTOMER_ROWS = { name: "customer_rows", definition: 2 } as const;
