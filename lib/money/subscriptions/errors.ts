import { defineErrors } from "#core/errors.ts";

export const SUBSCRIPTION = defineErrors("BUSINESS", {
  PLAN_UNKNOWN: [400, "There is no plan {plan}. GET /v1/businesses/plans lists them."],
  PLAN_SAME: [400, "The business already has the plan {plan}."],
  PLAN_UNPAID: [409, "The plan {plan} is unpaid. Pay it in the billing portal first."],
  NO_SUBSCRIPTION: [400, "The business has no subscription. Subscribe to a plan first."],
  PLAN_PRICE: [
    400,
    "The plan {plan} cannot be sold now. Its price at the payment provider ({price}) is missing or different. Tell the operator.",
  ],
  NO_BILLING: [400, "This deployment cannot charge for plans, because no billing is connected."],
});
