import { findPlan, freePlan } from "#lib/tenancy/plans/features.ts";
import type { UsageView } from "#lib/tenancy/plans/schema.ts";
import type { Subscription, SubscriptionRecord } from "./schema.ts";

/** A subscription as callers see it. Without one, or after its end, that is the free plan. */
export function viewSubscription(record: SubscriptionRecord | undefined, usage: UsageView): Subscription {
  const chosen = record?.ref ? record : undefined;
  const plan = (chosen && chosen.status !== "CANCELLED" && findPlan(chosen.plan_id)) || freePlan();
  return {
    id: chosen?.id ?? null,
    planId: plan.id,
    plan,
    status: chosen?.status ?? "ACTIVE",
    currentPeriodEnd: chosen?.current_period_end ?? null,
    cancelAtPeriodEnd: chosen?.cancel_at_period_end ?? false,
    pendingPlanId: chosen?.pending_plan_id ?? null,
    usage,
  };
}

export function viewSubscriptionEvent(record: SubscriptionRecord) {
  return { ...viewSubscription(record, {}), businessId: record.tenant_id };
}
