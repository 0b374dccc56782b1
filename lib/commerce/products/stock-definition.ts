/** Raise `definition` when the stock sums are computed in another way. */
export const STOCK = { name: "stock", definition: 1 } as const;
