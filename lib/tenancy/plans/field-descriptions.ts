import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  amount: "Price in the currency's smallest unit, such as cents.",
  currency: "Three letters, ISO 4217.",
  features: "What the plan offers, each with its limit.",
  interval: "How often the price is due.",
  limit: "How much of the feature the plan has; null for as much as is wanted.",
  name: "Name of the plan.",
  price: "What the plan costs.",
  reset: "When the use is counted anew: each month, or never.",
  tier: "Place among the plans, from the smallest.",
};
