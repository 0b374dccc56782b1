/** The sums of stock. Raise the number when the stock of a level is reckoned in another way. */
export const STOCK = { name: "stock", definition: 1 } as const;
