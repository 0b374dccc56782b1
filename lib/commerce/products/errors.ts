import { defineErrors } from "#core/errors.ts";

export const PRODUCT = defineErrors("PRODUCT", {
  NOT_FOUND: [400, "There is no such product."],
  FAILED_CREATE: [400, "The product cannot be created: {why}."],
  FAILED_UPDATE: [400, "The product cannot be changed: {why}."],
});
