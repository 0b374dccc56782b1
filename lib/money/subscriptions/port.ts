import type { Context } from "#core/context.ts";
import type { PLAN_STATUSES, Plan } from "#lib/tenancy/plans/schema.ts";

export interface PlanPageRequest {
  tenantId: string;
  plan: Plan;
  successUrl: string;
  cancelUrl: string;
}

/** What a provider says now of a page and the subscription that was paid on it. */
export interface BillingState {
  /** `open` can be paid; `closed` never was and never can be. */
  status: "open" | "closed" | (typeof PLAN_STATUSES)[number];
  planId: string;
  pendingPlanId: string | null;
  periodEnd: number | null;
  pastDueSince: number | null;
  cancelAtPeriodEnd: boolean;
}

/** The port to those who bill for plans, on the platform's own account. Subscriptions are named by their page. */
export interface BillingProvider {
  readonly name: string;
  /** Opens a page on which a plan is paid. */
  open(ctx: Context, page: PlanPageRequest): Promise<{ ref: string; url: string }>;
  /** Ends a page, so that it can never be paid; `paid` when it was. */
  close(ctx: Context, tenantId: string, ref: string): Promise<"closed" | "paid">;
  read(ctx: Context, tenantId: string, ref: string): Promise<BillingState | undefined>;
  /** Changes the plan: at once with proration, or at the end of the period. */
  change(ctx: Context, tenantId: string, ref: string, plan: Plan, when: "now" | "period_end"): Promise<void>;
  /** Ends it at once, or at the end of the period. */
  cancel(ctx: Context, tenantId: string, ref: string, when: "now" | "period_end"): Promise<void>;
  /** Takes back that it ends, or becomes cheaper, at the end of the period. */
  resume(ctx: Context, tenantId: string, ref: string): Promise<void>;
  /** Ends it at once and gives everything back that was paid for it. */
  refund(ctx: Context, tenantId: string, ref: string): Promise<void>;
  /** Address of the page on which the card and the bills are looked after. */
  portal(ctx: Context, tenantId: string, ref: string, returnUrl: string): Promise<string>;
}
