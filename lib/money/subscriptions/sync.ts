import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announce, isSame } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { mail } from "#core/mail/mail.ts";
import { noticeAddress } from "#lib/tenancy/people/notice.ts";
import { planNamed } from "#lib/tenancy/plans/catalogue.ts";
import { setPlan } from "#lib/tenancy/plans/service.ts";
import { tenantStands } from "#lib/tenancy/tenants/closing.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { unpaidLetter } from "./letter.ts";
import type { BillingProvider, BillingState } from "./port.ts";
import type { SubscriptionRecord } from "./schema.ts";
import { subscriptions } from "./table.ts";

/**
 * Brings a tenant's subscription to what the provider says of it now. What was paid while another one lives goes back
 * at once, so that there are never two.
 *
 * The record is read before the provider and written under its version: an older look never overwrites a newer one.
 */
export async function syncSubscription(
  ctx: Context,
  provider: BillingProvider,
  tenantId: string,
  ref: string,
): Promise<Stored<SubscriptionRecord> | undefined> {
  const before = await subscriptions.find({ tenant_id: tenantId });
  const state = await provider.read(ctx, tenantId, ref);
  if (!state) return before;
  if (state.status === "open") return before;
  if (state.status === "closed") return before?.checkout_ref === ref ? closed(ctx, before) : before;
  if (before?.ref === ref) return store(ctx, before, state, ref);
  if (state.status === "CANCELLED") return before;
  const other = before?.ref ? await provider.read(ctx, tenantId, before.ref) : undefined;
  if (other && isLive(other)) {
    await provider.refund(ctx, tenantId, ref);
    return before?.checkout_ref === ref ? closed(ctx, before) : before;
  }
  const open = before?.checkout_ref;
  if (open && open !== ref && (await provider.close(ctx, tenantId, open)) === "paid") {
    return syncSubscription(ctx, provider, tenantId, open);
  }
  return store(ctx, before, state, ref);
}

/** Whether something of it may still be charged. */
export function isLive({ status }: Pick<BillingState, "status">): boolean {
  return status === "ACTIVE" || status === "PAST_DUE";
}

/** A record of which nothing is paid yet. */
export function newRecord(ctx: Context, tenant_id: string, plan_id: string): SubscriptionRecord {
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

async function store(
  ctx: Context,
  before: Stored<SubscriptionRecord> | undefined,
  state: BillingState,
  ref: string,
): Promise<Stored<SubscriptionRecord> | undefined> {
  const { status } = state;
  if (status === "open" || status === "closed") return before;
  const tenantId = before?.tenant_id ?? "";
  if (!before) return undefined;
  const begins = before.ref !== ref;
  const after: SubscriptionRecord = {
    ...before,
    // A subscription that follows an ended one has an id of its own.
    ...(begins && before.ref ? { id: newId("sub", ctx.clock()) } : {}),
    ref,
    plan_id: state.planId,
    status,
    current_period_end: state.periodEnd,
    cancel_at_period_end: state.cancelAtPeriodEnd,
    pending_plan_id: state.pendingPlanId,
    past_due_since: state.pastDueSince,
    checkout_ref: begins ? null : before.checkout_ref,
    updated_at: ctx.now(),
  };
  if (isSame(before, after)) return before;
  const type = begins
    ? ("subscription.created" as const)
    : status === "CANCELLED" && before.status !== "CANCELLED"
      ? ("subscription.deleted" as const)
      : ("subscription.updated" as const);
  await transact({ now: ctx.now }, [
    ...tenantStands(tenantId),
    subscriptions.replace(before, after),
    setPlan(ctx, tenantId, after),
    announce(ctx, type, subscriptions, after),
    ...(status === "PAST_DUE" && before.status !== "PAST_DUE" ? await told(ctx, after) : []),
  ]);
  return subscriptions.find({ tenant_id: tenantId });
}

async function closed(
  ctx: Context,
  before: Stored<SubscriptionRecord>,
): Promise<Stored<SubscriptionRecord> | undefined> {
  await transact({ now: ctx.now }, [subscriptions.replace(before, { ...before, checkout_ref: null })]);
  return subscriptions.find(before);
}

async function told(ctx: Context, { tenant_id, plan_id }: SubscriptionRecord): Promise<Write[]> {
  const tenant = await getTenant(ctx, tenant_id);
  const to = await noticeAddress(tenant);
  return to ? [await mail(ctx, to, unpaidLetter(tenant, planNamed(plan_id)?.name ?? plan_id))] : [];
}
