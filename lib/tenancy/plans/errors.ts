import { defineErrors } from "#core/errors.ts";

export const PLAN = defineErrors("BUSINESS", {
  PLAN_LIMIT: [
    403,
    "The plan {plan} allows {limit} of {feature}, and {used} are used. Choose a larger plan, or make room.",
  ],
});
