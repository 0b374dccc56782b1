import * as z from "zod";
import { PLAN_STATUSES, PlanView, UsageView } from "#lib/tenancy/plans/schema.ts";

/** A tenant's subscription: the last known state at its provider, and its open page. */
export const SubscriptionRecord = z.object({
  id: z.string(),
  tenant_id: z.string(),
  /** The provider's id; null until it was paid. */
  ref: z.string().nullable(),
  plan_id: z.string(),
  status: z.enum(PLAN_STATUSES),
  current_period_end: z.int().nullable(),
  cancel_at_period_end: z.boolean(),
  pending_plan_id: z.string().nullable(),
  past_due_since: z.int().nullable(),
  /** The open payment page; at most one. */
  checkout_ref: z.string().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type SubscriptionRecord = z.output<typeof SubscriptionRecord>;

export const Subscription = z
  .object({
    /** Null for a business that never chose a plan. */
    id: z.string().nullable(),
    planId: z.string(),
    plan: PlanView,
    status: z.enum(PLAN_STATUSES),
    currentPeriodEnd: z.int().nullable(),
    cancelAtPeriodEnd: z.boolean(),
    pendingPlanId: z.string().nullable(),
    usage: UsageView,
  })
  .meta({ id: "PlatformSubscription" });
export type Subscription = z.output<typeof Subscription>;
/** A subscription in events, without its usage. */
export const SubscriptionEvent = Subscription.pick({
  id: true,
  planId: true,
  plan: true,
  status: true,
  currentPeriodEnd: true,
  cancelAtPeriodEnd: true,
  pendingPlanId: true,
}).extend({ businessId: z.string() });

const ReturnUrl = z.string().min(1).max(2000);
export const SubscribeToPlan = z
  .object({ planId: z.string().min(1).max(50), successUrl: ReturnUrl, cancelUrl: ReturnUrl })
  .meta({
    examples: [
      { planId: "pro", successUrl: "http://localhost:3000/done", cancelUrl: "http://localhost:3000/plans" },
    ],
  });
/** `url` is null where nothing has to be paid. */
export const PlanCheckout = z.object({ url: z.string().nullable(), checkoutUrl: z.string().nullable() });
export type PlanCheckout = z.output<typeof PlanCheckout>;

export const OpenBillingPortal = z
  .object({ returnUrl: ReturnUrl })
  .meta({ examples: [{ returnUrl: "http://localhost:3000/settings" }] });
export const BillingPortal = z.object({ url: z.string(), portalUrl: z.string() });

export const BOOK_STATUSES = ["open", "closed", "active", "past_due", "cancelled"] as const;

/** The sandbox's record of a page and the subscription paid on it. */
export const SandboxBook = z.object({
  tenant_id: z.string(),
  id: z.string(),
  status: z.enum(BOOK_STATUSES),
  plan_id: z.string(),
  pending_plan_id: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  interval: z.enum(["month", "year"]),
  period_end: z.int().nullable(),
  past_due_since: z.int().nullable(),
  cancel_at_period_end: z.boolean(),
  card_works: z.boolean(),
  charged: z.int(),
  refunded: z.int(),
  success_url: z.string(),
  cancel_url: z.string(),
  created_at: z.int(),
});
export type SandboxBook = z.output<typeof SandboxBook>;
