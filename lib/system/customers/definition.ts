/** What is filed under each customer. Raise the number when what is filed, or how, changes. */
export const CUSTOMER_INDEX = { name: "filed", definition: 1 } as const;
