import { defineErrors } from "#core/errors.ts";

export const SUBSCRIPTION = defineErrors("BUSINESS", {
  PLAN_UNKNOWN: [400, "There is no plan {plan}. GET /v1/businesses/plans lists them."],
  PLAN_SAME: [400, "The business is on the plan {plan} already."],
  PLAN_UNPAID: [409, "The plan {plan} is owed for. Pay it in the billing portal first."],
  NO_SUBSCRIPTION: [400, "The business has no subscription. Subscribe to a plan first."],
  PLAN_PRICE: [
    400,
    "The plan {plan} cannot be sold now: its price at the payment provider ({price}) is missing or another. Tell the operator.",
  ],
  NO_BILLING: [400, "This deployment takes no payment for plans: no billing is connected to it."],
});
