import { defineErrors, noSuch } from "#core/errors.ts";

export const ORDER = defineErrors("ORDER", {
  NOT_FOUND: noSuch(400, "order"),
  INVALID_STATUS: [400, "This cannot be done: {message}."],
  PAYMENT_FAILED: [400, "The order {order} is over: {message}."],
  FAILED_CREATE: [400, "This cannot be ordered: {message}."],
});
