import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  currency: "Three letters, ISO 4217.",
  discount: "What the promo code takes off, in the currency's smallest unit.",
  market: "Key of the market, which decides currency and prices.",
  shipping: "What sending costs, in the currency's smallest unit.",
  subtotal: "Sum before discount and sending, in the currency's smallest unit.",
  tax: "Tax in the sum, in the currency's smallest unit.",
  total: "What the buyer pays, in the currency's smallest unit.",
};
