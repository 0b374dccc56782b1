import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "PromoCondition.type": "What must hold.",
  "PromoConditionView.type": "What must hold.",
  "PromoDiscount.type": "What is taken off: a share or a sum, of items or of sending.",
  "PromoDiscountView.type": "What is taken off: a share or a sum, of items or of sending.",
  amount: "What is taken off, in the smallest unit of the market's currency.",
  bps: "Share that is taken off, hundredths of a percent: 1000 is 10 %.",
  code: "The code as buyers type it.",
  conditions: "All that must hold for the code to count.",
  discounts: "What the code takes off, by market.",
  end: "Until when the code counts, Unix seconds.",
  market_id: "Key of the market that the discount is for.",
  start: "From when the code counts, Unix seconds.",
  uses: "How often the code was used.",
  value: "What the condition compares with.",
};
