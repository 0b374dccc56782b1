import * as z from "zod";

/** Limited features. `stores` is counted per account, the others per tenant. */
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
  /** Null for no limit. */
  limit: z.int().min(0).nullable(),
  /** `monthly` counts restart with each UTC month. */
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
  /** Order of the plans: an upgrade applies at once, a downgrade at the end of the period. */
  tier: z.int().min(0),
  price: Price,
  /** A feature that is not listed has no limit. */
  features: z.partialRecord(z.enum(FEATURES), FeatureLimit),
  /** Lookup key of the price at the payment provider; null for a free plan. */
  provider_price: z.string().max(200).nullable().default(null),
});
export type Plan = z.output<typeof Plan>;
export type PlanInput = z.input<typeof Plan>;

/** Plans have distinct ids, and one is free. */
export const Plans = z
  .array(Plan)
  .min(1)
  .refine((plans) => new Set(plans.map(({ id }) => id)).size === plans.length, "two plans have one id")
  .refine((plans) => plans.some(({ price }) => price.amount === 0), "no plan is free");

/** A plan as every signed-in caller sees it. */
export const PlanView = Plan.pick({ id: true, name: true, tier: true }).extend({
  price: Price.pick({ amount: true, currency: true, interval: true }),
  features: z.partialRecord(z.enum(FEATURES), FeatureLimit.pick({ limit: true, reset: true })),
});
export type PlanView = z.output<typeof PlanView>;

export const PLAN_STATUSES = ["ACTIVE", "PAST_DUE", "CANCELLED"] as const;

/** A tenant's plan, as limits need it. */
export const TenantPlan = z.object({
  tenant_id: z.string(),
  plan_id: z.string(),
  status: z.enum(PLAN_STATUSES),
  /** Since when the plan is unpaid. */
  past_due_since: z.int().nullable(),
  /** The account whose number of stores includes this one. */
  opened_by: z.string().nullish(),
  updated_at: z.int(),
});
export type TenantPlan = z.output<typeof TenantPlan>;

export const UsageView = z.partialRecord(
  z.enum(FEATURES),
  z.object({ used: z.int(), limit: z.int().nullable(), resets_at: z.int().nullable() }),
);
export type UsageView = z.output<typeof UsageView>;
