import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { checkTenantNotDeleted } from "#lib/tenancy/access/authorize.ts";
import { allPlans, findPlan, freePlan, usageOf } from "#lib/tenancy/plans/features.ts";
import type { Plan, PlanView } from "#lib/tenancy/plans/schema.ts";
import { checkReturnUrl } from "#lib/tenancy/tenants/origins.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { SUBSCRIPTION } from "./errors.ts";
import type { BillingProvider, PlanPageRequest } from "./port.ts";
import { billing, requireBilling } from "./registry.ts";
import type { PlanCheckout, Subscription, SubscriptionRecord } from "./schema.ts";
import { isLive, newSubscriptionRecord, syncSubscription } from "./sync-subscription.ts";
import { subscriptions } from "./table.ts";
import { viewSubscription } from "./view.ts";

/** The plans by tier. */
export function listPlans(): PlanView[] {
  return [...allPlans()];
}

/** The plan and usage of a business. A payment made just now is included. */
export async function showSubscription(ctx: Context, tenantId: string): Promise<Subscription> {
  const record = await currentRecord(ctx, tenantId, billing());
  return viewSubscription(record, await usageOf(ctx, tenantId));
}

interface PlanRequest {
  planId: string;
  successUrl: string;
  cancelUrl: string;
}

/**
 * Puts a business on a plan, by a payment page if it has no paid plan yet. An upgrade applies at once with
 * proration, a downgrade at the end of the period. The free plan cancels.
 */
export async function subscribeToPlan(
  ctx: Context,
  tenantId: string,
  wanted: PlanRequest,
): Promise<PlanCheckout> {
  const tenant = await getTenant(ctx, tenantId);
  const successUrl = checkReturnUrl(tenant, "successUrl", wanted.successUrl);
  const cancelUrl = checkReturnUrl(tenant, "cancelUrl", wanted.cancelUrl);
  const plan = findPlan(wanted.planId);
  if (!plan) throw SUBSCRIPTION.PLAN_UNKNOWN({ plan: wanted.planId });
  const provider = requireBilling();
  const record = await currentRecord(ctx, tenantId, provider);
  if (record?.ref && isLive(record)) return changePlan(ctx, provider, record, plan);
  if (plan.price.amount === 0) throw SUBSCRIPTION.PLAN_SAME({ plan: plan.name });
  return openPlanPage(ctx, provider, { tenantId, plan, successUrl, cancelUrl }, record);
}

/** Cancels the paid plan at the end of the period, or at once. */
export async function cancelSubscription(
  ctx: Context,
  tenantId: string,
  immediately: boolean,
): Promise<Subscription> {
  const { provider, ref } = await requirePaidPlan(ctx, tenantId);
  await provider.cancel(ctx, tenantId, ref, immediately ? "now" : "period_end");
  return syncAndView(ctx, provider, tenantId, ref);
}

/** Undoes a scheduled cancellation or downgrade. */
export async function reactivateSubscription(ctx: Context, tenantId: string): Promise<Subscription> {
  const { provider, ref } = await requirePaidPlan(ctx, tenantId);
  await provider.resume(ctx, tenantId, ref);
  return syncAndView(ctx, provider, tenantId, ref);
}

export async function openPortal(ctx: Context, tenantId: string, sent: string) {
  const returnUrl = checkReturnUrl(await getTenant(ctx, tenantId), "returnUrl", sent);
  const { provider, ref } = await requirePaidPlan(ctx, tenantId);
  const url = await provider.portal(ctx, tenantId, ref, returnUrl);
  return { url, portalUrl: url };
}

/** Ends all that could still charge a deleted tenant, before its records are deleted. */
export async function endBilling(ctx: Context, tenantId: string): Promise<void> {
  const provider = billing();
  const record = await subscriptions.find({ tenant_id: tenantId }, ctx);
  if (!provider || !record) return;
  const { ref, checkout_ref } = record;
  const paid = checkout_ref && (await provider.close(ctx, tenantId, checkout_ref)) === "paid";
  if (checkout_ref && paid && checkout_ref !== ref) await provider.refund(ctx, tenantId, checkout_ref);
  const state = ref ? await provider.read(ctx, tenantId, ref) : undefined;
  if (ref && state && isLive(state)) await provider.cancel(ctx, tenantId, ref, "now");
}

async function changePlan(
  ctx: Context,
  provider: BillingProvider,
  { tenant_id, ref, plan_id, status, pending_plan_id, cancel_at_period_end }: SubscriptionRecord,
  plan: Plan,
): Promise<PlanCheckout> {
  const known = findPlan(plan_id) ?? freePlan();
  const isUnscheduled = pending_plan_id === null && !cancel_at_period_end;
  if (plan.id === plan_id && isUnscheduled) throw SUBSCRIPTION.PLAN_SAME({ plan: plan.name });
  if (status === "PAST_DUE") throw SUBSCRIPTION.PLAN_UNPAID({ plan: known.name });
  const one = ref ?? "";
  if (plan.id === plan_id) await provider.resume(ctx, tenant_id, one);
  else if (plan.price.amount === 0) await provider.cancel(ctx, tenant_id, one, "period_end");
  else await provider.change(ctx, tenant_id, one, plan, plan.tier > known.tier ? "now" : "period_end");
  await syncSubscription(ctx, provider, tenant_id, one);
  return { url: null, checkoutUrl: null };
}

// The open page is closed first. Of two concurrent requests, the slower closes its page and retries.
async function openPlanPage(
  ctx: Context,
  provider: BillingProvider,
  page: PlanPageRequest,
  known: Stored<SubscriptionRecord> | undefined,
): Promise<PlanCheckout> {
  const { tenantId, plan } = page;
  const before = known ?? (await createRecord(ctx, tenantId, plan));
  const open = before.checkout_ref;
  if (open && (await provider.close(ctx, tenantId, open)) === "paid") {
    await syncSubscription(ctx, provider, tenantId, open);
    throw new Contention("The page was paid at this moment.");
  }
  const { ref, url } = await provider.open(ctx, page);
  const after = { ...before, checkout_ref: ref, updated_at: ctx.now() };
  try {
    return await transact(ctx, [checkTenantNotDeleted(tenantId), subscriptions.replace(before, after)], {
      url,
      checkoutUrl: url,
    });
  } catch (error) {
    await provider.close(ctx, tenantId, ref);
    throw error;
  }
}

async function createRecord(
  ctx: Context,
  tenant_id: string,
  plan: Plan,
): Promise<Stored<SubscriptionRecord>> {
  await transact(ctx, [subscriptions.create(newSubscriptionRecord(ctx, tenant_id, plan.id))]);
  const made = await subscriptions.find({ tenant_id }, ctx);
  if (!made) throw new Contention("The subscription went while it was begun.");
  return made;
}

async function currentRecord(
  ctx: Context,
  tenantId: string,
  provider: BillingProvider | undefined,
): Promise<Stored<SubscriptionRecord> | undefined> {
  const record = await subscriptions.find({ tenant_id: tenantId }, ctx);
  const open = record?.checkout_ref;
  return provider && open ? syncSubscription(ctx, provider, tenantId, open) : record;
}

async function requirePaidPlan(
  ctx: Context,
  tenantId: string,
): Promise<{ provider: BillingProvider; ref: string }> {
  const provider = requireBilling();
  const record = await currentRecord(ctx, tenantId, provider);
  if (!record?.ref || !isLive(record)) throw SUBSCRIPTION.NO_SUBSCRIPTION();
  return { provider, ref: record.ref };
}

async function syncAndView(
  ctx: Context,
  provider: BillingProvider,
  tenantId: string,
  ref: string,
): Promise<Subscription> {
  const record = await syncSubscription(ctx, provider, tenantId, ref);
  return viewSubscription(record, await usageOf(ctx, tenantId));
}
