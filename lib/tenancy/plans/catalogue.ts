import { optionalEnv } from "#core/env.ts";
import { FEATURES, type Plan, Plans } from "./schema.ts";

/** What a tenant has where the deployment sells no plans. */
const UNLIMITED: Plan = {
  id: "unlimited",
  name: "Unlimited",
  tier: 0,
  price: { amount: 0, currency: "USD", interval: "month" },
  features: Object.fromEntries(
    FEATURES.map((feature) => [feature, { limit: null, reset: "never" as const }]),
  ),
  provider_price: null,
};

let parsed: { text: string; plans: Plan[] } | undefined;

/** Whether anything is limited and counted. */
export function sellsPlans(): boolean {
  return setting() !== "unlimited";
}

/** The plans of the deployment, cheapest first; the one without limits where it sells none. */
export function allPlans(): readonly Plan[] {
  const text = setting();
  if (text === "unlimited") return [UNLIMITED];
  if (parsed?.text !== text) {
    const plans = Plans.parse(JSON.parse(text)).toSorted((left, right) => left.tier - right.tier);
    parsed = { text, plans };
  }
  return parsed.plans;
}

export function planNamed(id: string): Plan | undefined {
  return allPlans().find((plan) => plan.id === id);
}

/** The plan of whoever never chose. */
export function freePlan(): Plan {
  const free = allPlans().find(({ price }) => price.amount === 0);
  if (!free) throw new Error("The plans of this deployment name none that is free.");
  return free;
}

function setting(): string {
  return optionalEnv("PLANS") ?? "unlimited";
}
