import { type FieldDescriptions, olderNameOf } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  "PlanCheckout.url": olderNameOf("checkoutUrl"),
  portalUrl: olderNameOf("url"),
  "?immediately": "`true` ends at once what would end with its period.",
  cancelAtPeriodEnd: "Whether the subscription ends with its period.",
  cancelUrl: "Where a person goes who leaves the payment page.",
  checkoutUrl: "Page to pay on; null where nothing is to be paid.",
  currentPeriodEnd: "When the paid period ends, Unix seconds.",
  limit: "How much of the feature the plan has; null for as much as is wanted.",
  pendingPlanId: "Plan from the next period on.",
  plan: "The plan that is paid for.",
  planId: "Id of the plan.",
  resets_at: "When the use is counted anew, Unix seconds.",
  returnUrl: "Where a person goes on after the billing portal.",
  successUrl: "Where a person goes on after paying.",
  url: "Page to go to.",
  usage: "What is used of each feature.",
  used: "How much of the feature is used.",
};
