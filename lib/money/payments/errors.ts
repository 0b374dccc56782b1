import { defineErrors } from "#core/errors.ts";

export const PAYMENT = defineErrors("PAYMENT", {
  STRIPE_ERROR: [400, "The payment provider refused: {message}"],
  INVALID_AMOUNT: [400, "{message}"],
  PROMO_CODE_INVALID: [400, "The promo code {code} does not apply here ({why})."],
  PROMO_CODE_LIMIT_REACHED: [400, "The promo code {code} has been used as often as it may be."],
  METHOD_UNKNOWN: [400, "The market {market} takes no payment by {method}."],
  NO_PROVIDER: [
    400,
    "This store takes no cards: no payment provider is connected to it. Choose another way to pay.",
  ],
  SIGNATURE_INVALID: [400, "The signature does not fit what was sent, or is too old."],
  NOT_KNOWN_YET: [503, "There is no such payment yet. Send this again later."],
});
