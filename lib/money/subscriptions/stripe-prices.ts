import type Stripe from "stripe";
import { rethrow } from "#lib/money/payments/stripe-client.ts";
import { toStripe } from "#lib/money/payments/stripe-currency.ts";
import { allPlans, findPlan } from "#lib/tenancy/plans/features.ts";
import type { Plan } from "#lib/tenancy/plans/schema.ts";
import { SUBSCRIPTION } from "./errors.ts";

/**
 * The Stripe price of a plan, by its lookup key.
 *
 * @throws BUSINESS.PLAN_PRICE if Stripe has no such price, or one with another amount than customers see
 */
export async function stripePriceOf(client: Stripe, plan: Plan): Promise<string> {
  const key = plan.provider_price;
  const wanted = { active: true, limit: 1, lookup_keys: [key ?? ""] };
  const found = key ? await client.prices.list(wanted).catch(rethrow) : undefined;
  const [price] = found?.data ?? [];
  const { amount, currency, interval } = plan.price;
  const same =
    price?.unit_amount === toStripe(amount, currency) &&
    price.currency === currency.toLowerCase() &&
    price.recurring?.interval === interval &&
    price.recurring.interval_count === 1;
  if (!price || !same) throw SUBSCRIPTION.PLAN_PRICE({ plan: plan.name, price: key ?? "none" });
  return price.id;
}

/** The plan of a Stripe price, by its lookup key, or else as stored at purchase. */
export function planOfPrice(lookupKey: string | null | undefined, noted: string | undefined): string {
  const named = allPlans().find(({ provider_price }) => lookupKey && provider_price === lookupKey);
  return (named ?? findPlan(noted ?? ""))?.id ?? noted ?? "";
}
