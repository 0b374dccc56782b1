import { defineErrors } from "#core/errors.ts";

export const PAYMENT = defineErrors("PAYMENT", {
  NOT_FOUND: [404, "There is no such payment."],
  STRIPE_ERROR: [400, "The payment provider refused: {message}"],
  INVALID_AMOUNT: [400, "The price is {total} now, and not {named}. Ask for a quote and try again."],
  PROMO_CODE_INVALID: [400, "The promo code {code} does not apply here ({why})."],
  PROMO_CODE_LIMIT_REACHED: [400, "The promo code {code} has been used as often as it may be."],
  REFUND_TOO_LARGE: [400, "Of this payment {left} is left to refund."],
  METHOD_UNKNOWN: [400, "The market {market} takes no payment by {method}."],
  SIGNATURE_INVALID: [400, "The signature does not fit what was sent."],
});
