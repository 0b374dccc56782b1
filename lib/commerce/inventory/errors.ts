import { defineErrors } from "#core/errors.ts";

export const STOCK = defineErrors("PRODUCT", {
  INSUFFICIENT_STOCK: [400, "There is not enough in stock: {what}."],
});
