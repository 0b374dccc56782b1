import * as z from "zod";

/** What plans bound. `stores` is counted for an account, the others for a tenant. */
export const FEATURES = [
  "members",
  "products",
  "newsletter_mails",
  "storage_bytes",
  "ai_answers",
  "stores",
] as const;
export type Feature = (typeof FEATURES)[number];

export const FeatureLimit = z.object({
  /** The most of it; null where there is no limit. */
  limit: z.int().min(0).nullable(),
  /** `monthly` counts begin again with the first second of a month, UTC. */
  reset: z.enum(["never", "monthly"]),
});

const Price = z.object({
  /** Minor units. */
  amount: z.int().min(0),
  currency: z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code in capitals"),
  interval: z.enum(["month", "year"]),
});

export const Plan = z.object({
  id: z.string().min(1).max(50),
  name: z.string().min(1).max(100),
  /** Orders the plans: a change to a higher tier is made at once, to a lower one at the end of the period. */
  tier: z.int().min(0),
  price: Price,
  /** A feature that is not named has no limit. */
  features: z.partialRecord(z.enum(FEATURES), FeatureLimit),
  /** Lookup key of the price at the payment provider; null for a plan that costs nothing. */
  provider_price: z.string().max(200).nullable().default(null),
});
export type Plan = z.output<typeof Plan>;
export type PlanInput = z.input<typeof Plan>;

/** Plans of a deployment: different ids, and one of them costs nothing. */
export const Plans = z
  .array(Plan)
  .min(1)
  .refine((plans) => new Set(plans.map(({ id }) => id)).size === plans.length, "two plans have one id")
  .refine((plans) => plans.some(({ price }) => price.amount === 0), "no plan is free");

/** A plan as everybody signed in sees it. */
export const PlanView = Plan.pick({ id: true, name: true, tier: true }).extend({
  price: Price.pick({ amount: true, currency: true, interval: true }),
  features: z.partialRecord(z.enum(FEATURES), FeatureLimit.pick({ limit: true, reset: true })),
});
export type PlanView = z.output<typeof PlanView>;

export const PLAN_STATUSES = ["ACTIVE", "PAST_DUE", "CANCELLED"] as const;

/** The plan that a tenant is on, as limits read it. */
export const TenantPlan = z.object({
  tenant_id: z.string(),
  plan_id: z.string(),
  status: z.enum(PLAN_STATUSES),
  /** Since when it is owed for. */
  past_due_since: z.int().nullable(),
  /** Account whose store it counts as. */
  opened_by: z.string().nullish(),
  updated_at: z.int(),
});
export type TenantPlan = z.output<typeof TenantPlan>;

/** How much of each feature is used. */
export const UsageView = z.partialRecord(
  z.enum(FEATURES),
  z.object({ used: z.int(), limit: z.int().nullable(), resets_at: z.int().nullable() }),
);
export type UsageView = z.output<typeof UsageView>;
