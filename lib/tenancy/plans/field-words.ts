import type { Words } from "#core/http/words.ts";

export const WORDS: Words = {
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
