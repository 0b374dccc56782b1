import type Stripe from "stripe";
import type { BillingState } from "./port.ts";
import { planOfPrice } from "./stripe-prices.ts";

export const EXPAND_SUBSCRIPTION = ["subscription", "subscription.schedule"];

/** The state of a page at Stripe, and of the subscription paid on it. */
export function billingState(session: Stripe.Checkout.Session, now: number): BillingState {
  if (session.status === "open") return unpaidState("open");
  const subscription = boughtSubscription(session);
  if (session.status === "expired" || !subscription) return unpaidState("closed");
  switch (subscription.status) {
    // The first payment, such as a bank debit, is on its way.
    case "incomplete":
      return unpaidState("open");
    case "incomplete_expired":
      return unpaidState("closed");
    case "active":
    case "trialing":
      return stateOf(subscription, "ACTIVE", now);
    case "canceled":
      return stateOf(subscription, "CANCELLED", now);
    default:
      return stateOf(subscription, "PAST_DUE", now);
  }
}

export function boughtSubscription({
  subscription,
}: Stripe.Checkout.Session): Stripe.Subscription | undefined {
  return typeof subscription === "object" && subscription !== null ? subscription : undefined;
}

/** The price that a schedule applies when the period ends. */
function nextPrice({ schedule }: Stripe.Subscription, now: number): string | undefined {
  if (typeof schedule !== "object" || schedule === null || schedule.status !== "active") return undefined;
  const [item] = schedule.phases.find(({ start_date }) => start_date > now)?.items ?? [];
  return typeof item?.price === "string" ? item.price : item?.price.id;
}

function stateOf(
  subscription: Stripe.Subscription,
  status: "ACTIVE" | "PAST_DUE" | "CANCELLED",
  now: number,
): BillingState {
  const [item] = subscription.items.data;
  const { metadata, cancel_at, cancel_at_period_end } = subscription;
  const ends = status !== "CANCELLED" && (cancel_at_period_end || cancel_at !== null);
  const waits = status !== "CANCELLED" && nextPrice(subscription, now) !== undefined;
  return {
    status,
    planId: planOfPrice(item?.price.lookup_key, metadata.plan_id),
    pendingPlanId: waits ? (metadata.pending_plan_id ?? null) : null,
    periodEnd: item?.current_period_end ?? null,
    // The unpaid period has begun by then.
    pastDueSince: status === "PAST_DUE" ? (item?.current_period_start ?? now) : null,
    cancelAtPeriodEnd: ends,
  };
}

function unpaidState(status: "open" | "closed"): BillingState {
  return {
    status,
    planId: "",
    pendingPlanId: null,
    periodEnd: null,
    pastDueSince: null,
    cancelAtPeriodEnd: false,
  };
}
