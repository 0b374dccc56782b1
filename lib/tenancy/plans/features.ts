import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { optionalEnv } from "#core/env.ts";
import { ApiError } from "#core/errors.ts";
import { DAY } from "#core/seconds.ts";
import { PLAN } from "./errors.ts";
import { monthOf } from "./period.ts";
import { FEATURES, type Feature, type Plan, Plans, type TenantPlan, type UsageView } from "./schema.ts";
import { openedStores, tenantPlans, usages } from "./table.ts";

/** Seconds for which an unpaid plan keeps its limits. */
export const PAST_DUE_GRACE = 14 * DAY;

type TenantFeature = Exclude<Feature, "stores">;

/**
 * The writes that use some of a feature. They fail above the plan's limit, also with concurrent uses. Nothing
 * is written where the deployment sells no plans.
 *
 * @param by amount, at least 1
 * @throws BUSINESS.PLAN_LIMIT, at once or by the transaction
 */
export async function usageWrites(
  ctx: Context,
  tenantId: string,
  feature: TenantFeature,
  by = 1,
): Promise<Write[]> {
  if (!sellsPlans()) return [];
  const { limit, slots, plan } = await readAllowance(ctx, tenantId, feature);
  const counted = { add: { used: by }, set: slots };
  if (limit === null) return [usages.update(slots, counted)].map(unconditional);
  const refusal = planLimitError(plan, feature, limit, (await usages.find(slots, ctx))?.used);
  if (by > limit) throw refusal;
  return [
    usages.update(
      slots,
      counted,
      {
        expression: "attribute_not_exists(#used) or #used <= :most",
        names: { "#used": "used" },
        values: { ":most": limit - by },
      },
      refusal,
    ),
  ];
}

/** The writes that return used amounts, for the transaction that ends the use. */
export function releaseWrites(tenantId: string, feature: TenantFeature, by = 1): Write[] {
  if (!sellsPlans() || by === 0) return [];
  const slots = { tenant_id: tenantId, feature, period: "all" };
  return [unconditional(usages.update(slots, { add: { used: -by }, set: slots }))];
}

/** Uses some of a feature in its own transaction; false above the plan's limit. */
export async function tryUseFeature(
  ctx: Context,
  tenantId: string,
  feature: TenantFeature,
  by = 1,
): Promise<boolean> {
  try {
    await transact(ctx, await usageWrites(ctx, tenantId, feature, by));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === PLAN.PLAN_LIMIT.code) return false;
    throw error;
  }
}

/** Returns an amount of a monthly feature that was counted as used, but was not. */
export async function releaseMonthlyFeature(
  ctx: Context,
  tenantId: string,
  feature: TenantFeature,
  by: number,
): Promise<void> {
  if (!sellsPlans() || by === 0) return;
  const slots = slotsOf(ctx, tenantId, feature);
  await transact(ctx, [unconditional(usages.update(slots, { add: { used: -by }, set: slots }))]);
}

/** Checks that some of a feature is left, without using it. */
export async function checkFeature(ctx: Context, tenantId: string, feature: TenantFeature): Promise<void> {
  if (!sellsPlans()) return;
  const { plan, limit, slots } = await readAllowance(ctx, tenantId, feature);
  const used = (await usages.find(slots, ctx))?.used ?? 0;
  if (limit !== null && used >= limit) throw planLimitError(plan, feature, limit, used);
}

export async function usageOf(ctx: Context, tenantId: string): Promise<UsageView> {
  if (!sellsPlans()) return {};
  const known = await tenantPlans.find({ tenant_id: tenantId }, ctx);
  const plan = planInForce(known, ctx.now());
  const counted = FEATURES.filter((feature) => feature !== "stores");
  const own = counted.map((feature) => usages.read(slotsOf(ctx, tenantId, feature)));
  const [stores, ...found] = await readTogether(
    [openedStores.read({ person_id: known?.opened_by ?? "" }), ...own],
    ctx,
  );
  const used = new Map<Feature, number>(counted.map((feature, at) => [feature, found[at]?.used ?? 0]));
  used.set("stores", stores?.used ?? 0);
  return Object.fromEntries(
    FEATURES.map((feature) => {
      const { limit = null, reset = "never" } = plan.features[feature] ?? {};
      const resets_at = reset === "monthly" ? monthOf(ctx.now()).ends : null;
      return [feature, { used: Math.max(0, used.get(feature) ?? 0), limit, resets_at }];
    }),
  );
}

/** The plan whose limits apply: the free one if none was chosen, if it has ended or is unpaid for too long. */
export function planInForce(known: TenantPlan | undefined, now: number): Plan {
  if (!known || known.status === "CANCELLED") return freePlan();
  const isOverdue = known.status === "PAST_DUE" && (known.past_due_since ?? now) + PAST_DUE_GRACE <= now;
  return (isOverdue ? undefined : findPlan(known.plan_id)) ?? freePlan();
}

export function planLimitError(plan: Plan, feature: Feature, limit: number, used = 0): ApiError {
  return PLAN.PLAN_LIMIT({ plan: plan.name, feature, limit, used: Math.max(0, used), reason: feature });
}

async function readAllowance(ctx: Context, tenantId: string, feature: TenantFeature) {
  const plan = planInForce(await tenantPlans.find({ tenant_id: tenantId }, ctx), ctx.now());
  const limit = plan.features[feature]?.limit ?? null;
  return { plan, limit, slots: slotsOf(ctx, tenantId, feature) };
}

// Whether a feature is counted monthly does not depend on the plan, so that a change of plan keeps the counts.
function slotsOf(ctx: Context, tenant_id: string, feature: TenantFeature) {
  const isMonthly = MONTHLY_FEATURES.has(feature);
  return { tenant_id, feature, period: isMonthly ? monthOf(ctx.now()).name : "all" };
}

const MONTHLY_FEATURES: ReadonlySet<Feature> = new Set(["newsletter_mails", "ai_answers"]);

function unconditional(write: Write): Write {
  return { ...write, failure: undefined };
}

/** The only plan of a deployment that sells none. */
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

let parsedPlans: { text: string; plans: Plan[] } | undefined;

/** Whether limits apply at all. */
export function sellsPlans(): boolean {
  return plansSetting() !== "unlimited";
}

/** The plans by tier; a single one without limits if the deployment sells none. */
export function allPlans(): readonly Plan[] {
  const text = plansSetting();
  if (text === "unlimited") return [UNLIMITED];
  if (parsedPlans?.text !== text) {
    const plans = Plans.parse(JSON.parse(text)).toSorted((left, right) => left.tier - right.tier);
    parsedPlans = { text, plans };
  }
  return parsedPlans.plans;
}

export function findPlan(id: string): Plan | undefined {
  return allPlans().find((plan) => plan.id === id);
}

/** The plan of a business that never chose one. */
export function freePlan(): Plan {
  const free = allPlans().find(({ price }) => price.amount === 0);
  if (!free) throw new Error("The plans of this deployment name none that is free.");
  return free;
}

function plansSetting(): string {
  return optionalEnv("PLANS") ?? "unlimited";
}
