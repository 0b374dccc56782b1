import { defineErrors } from "#core/errors.ts";

export const PROMO_CODE = defineErrors("PROMO_CODE", {
  CODE_TAKEN: [409, "A promo code {code} already exists."],
});
