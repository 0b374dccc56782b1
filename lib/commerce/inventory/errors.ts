import { defineErrors } from "#core/errors.ts";

/** The part of the products' catalogue that stock answers. */
export const STOCK = defineErrors("PRODUCT", {
  INSUFFICIENT_STOCK: [400, "There is not enough in stock: {what}."],
});
