import { defineErrors } from "#core/errors.ts";

/** Refusals of a cart have the error codes of orders. */
export const CART = defineErrors("ORDER", {
  INVALID_STATUS: [400, "This cannot be done: {message}."],
  FAILED_CREATE: [400, "This cannot be ordered: {message}."],
});
