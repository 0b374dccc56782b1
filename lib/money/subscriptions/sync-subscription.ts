import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announceChange, isUnchanged } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { noticeAddress } from "#lib/tenancy/people/notice-addresses.ts";
import { findPlan } from "#lib/tenancy/plans/features.ts";
import { setPlan } from "#lib/tenancy/plans/service.ts";
import { checkTenantExists } from "#lib/tenancy/tenants/delete-tenant.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import type { BillingProvider, BillingState } from "./port.ts";
import type { SubscriptionRecord } from "./schema.ts";
import { subscriptions } from "./table.ts";
import { unpaidEmail } from "./unpaid-email.ts";

/**
 * Updates a tenant's subscription to the provider's state. A second one that was paid meanwhile is refunded.
 * The record is read before the provider and written under that version, so that a stale read never
 * overwrites a newer one.
 */
export function syncSubscription(
  ctx: Context,
  provider: BillingProvider,
  tenantId: string,
  ref: string,
  writes: Write[] = [],
): Promise<Stored<SubscriptionRecord> | undefined> {
  // Retried here alone: the caller's own request to the provider must not be repeated.
  return withRetries(() => syncOnce(ctx, provider, tenantId, ref, writes));
}

async function syncOnce(
  ctx: Context,
  provider: BillingProvider,
  tenantId: string,
  ref: string,
  writes: Write[],
): Promise<Stored<SubscriptionRecord> | undefined> {
  const before = await subscriptions.find({ tenant_id: tenantId }, ctx);
  const state = await provider.read(ctx, tenantId, ref);
  const unchanged = async () => {
    if (writes.length > 0) await transact(ctx, writes);
    return before;
  };
  const ended = () => (before?.checkout_ref === ref ? clearCheckout(ctx, before, writes) : unchanged());
  if (!state || !before || state.status === "open") return unchanged();
  if (state.status === "closed") return ended();
  if (before.ref === ref) return storeState(ctx, before, state, ref, writes);
  if (state.status === "CANCELLED") return unchanged();
  const other = before.ref ? await provider.read(ctx, tenantId, before.ref) : undefined;
  if (other && isLive(other)) {
    await provider.refund(ctx, tenantId, ref);
    return ended();
  }
  const open = before.checkout_ref;
  if (open && open !== ref && (await provider.close(ctx, tenantId, open)) === "paid") {
    return syncOnce(ctx, provider, tenantId, open, writes);
  }
  return storeState(ctx, before, state, ref, writes);
}

/** Whether the subscription may still be charged. */
export function isLive({ status }: Pick<BillingState, "status">): boolean {
  return status === "ACTIVE" || status === "PAST_DUE";
}

/** A record before any payment. */
export function newSubscriptionRecord(ctx: Context, tenant_id: string, plan_id: string): SubscriptionRecord {
  const now = ctx.now();
  return {
    id: newId("sub", ctx.clock()),
    tenant_id,
    ref: null,
    plan_id,
    status: "CANCELLED",
    current_period_end: null,
    cancel_at_period_end: false,
    pending_plan_id: null,
    past_due_since: null,
    checkout_ref: null,
    created_at: now,
    updated_at: now,
  };
}

async function storeState(
  ctx: Context,
  before: Stored<SubscriptionRecord>,
  state: BillingState,
  ref: string,
  writes: Write[],
): Promise<Stored<SubscriptionRecord>> {
  const { status } = state;
  if (status === "open" || status === "closed") return before;
  const begins = before.ref !== ref;
  const after: SubscriptionRecord = {
    ...before,
    // A subscription that follows an ended one gets its own id.
    ...(begins && before.ref ? { id: newId("sub", ctx.clock()) } : {}),
    ref,
    plan_id: state.planId,
    status,
    current_period_end: state.periodEnd,
    cancel_at_period_end: state.cancelAtPeriodEnd,
    pending_plan_id: state.pendingPlanId,
    // If several periods are unpaid, the time of the first one counts.
    past_due_since: begins ? state.pastDueSince : earlierTime(before.past_due_since, state.pastDueSince),
    checkout_ref: begins ? null : before.checkout_ref,
    updated_at: ctx.now(),
  };
  if (isUnchanged(before, after)) {
    if (writes.length > 0) await transact(ctx, writes);
    return before;
  }
  const type = begins ? "subscription.created" : eventOf(before.status, status);
  await transact(ctx, [
    ...checkTenantExists(before.tenant_id),
    ...writes,
    ...announceChange(ctx, type, subscriptions, before, after).writes,
    setPlan(ctx, before.tenant_id, after),
    ...(status === "PAST_DUE" && before.status !== "PAST_DUE" ? await unpaidMails(ctx, after) : []),
  ]);
  return subscriptions.made(after, before);
}

function eventOf(before: SubscriptionRecord["status"], after: SubscriptionRecord["status"]) {
  return after === "CANCELLED" && before !== "CANCELLED" ? "subscription.deleted" : "subscription.updated";
}

function earlierTime(known: number | null, reported: number | null): number | null {
  return known === null || reported === null ? reported : Math.min(known, reported);
}

async function clearCheckout(
  ctx: Context,
  before: Stored<SubscriptionRecord>,
  writes: Write[],
): Promise<Stored<SubscriptionRecord>> {
  const after = { ...before, checkout_ref: null };
  await transact(ctx, [subscriptions.replace(before, after), ...writes]);
  return subscriptions.made(after, before);
}

async function unpaidMails(ctx: Context, { tenant_id, plan_id }: SubscriptionRecord): Promise<Write[]> {
  const tenant = await getTenant(ctx, tenant_id);
  const to = await noticeAddress(tenant);
  return to ? [await enqueueMail(ctx, to, unpaidEmail(tenant, findPlan(plan_id)?.name ?? plan_id))] : [];
}
