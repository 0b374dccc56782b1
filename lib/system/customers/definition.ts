/** The index of records under each customer. Raise the number when what is indexed, or how, changes. */
export const CUSTOMER_INDEX = { name: "filed", definition: 1 } as const;
