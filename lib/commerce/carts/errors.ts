import { defineErrors } from "#core/errors.ts";

/** A cart is refused under the name of the order that it becomes. */
export const CART = defineErrors("ORDER", {
  INVALID_STATUS: [400, "This cannot be done: {message}."],
  FAILED_CREATE: [400, "This cannot be ordered: {message}."],
});
