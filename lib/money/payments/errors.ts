import { defineErrors } from "#core/errors.ts";

export const PAYMENT = defineErrors("PAYMENT", {
  STRIPE_ERROR: [400, "The payment provider refused: {message}"],
  INVALID_AMOUNT: [400, "{message}"],
  PROMO_CODE_INVALID: [400, "The promo code {code} does not apply here ({why})."],
  PROMO_CODE_LIMIT_REACHED: [400, "The promo code {code} has reached its limit of uses."],
  METHOD_UNKNOWN: [400, "The market {market} does not accept payment by {method}."],
  NO_PROVIDER: [
    400,
    "This store accepts no cards, because no payment provider is connected. Choose another payment method.",
  ],
  SIGNATURE_INVALID: [400, "The signature does not match the body, or is too old."],
  NOT_KNOWN_YET: [503, "There is no such payment yet. Send this again later."],
});

/** Its code names Stripe, but is part of the interface, and is used for every provider. */
export const PROVIDER_ERROR = PAYMENT.STRIPE_ERROR;

/** Errors of a promo code wherever something is priced. */
export const PROMO_CODE_ERRORS = [PAYMENT.PROMO_CODE_INVALID, PAYMENT.PROMO_CODE_LIMIT_REACHED];
export const METHOD_ERRORS = [PAYMENT.METHOD_UNKNOWN, PAYMENT.NO_PROVIDER];
