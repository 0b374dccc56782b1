import type { Context } from "#core/context.ts";
import type { PLAN_STATUSES, Plan } from "#lib/tenancy/plans/schema.ts";

export interface PlanPageRequest {
  tenantId: string;
  plan: Plan;
  successUrl: string;
  cancelUrl: string;
}

/** The state of a page, and of the subscription that was paid on it. */
export interface BillingState {
  /** An `open` page can be paid; a `closed` one never was and never can be. */
  status: "open" | "closed" | (typeof PLAN_STATUSES)[number];
  planId: string;
  pendingPlanId: string | null;
  periodEnd: number | null;
  pastDueSince: number | null;
  cancelAtPeriodEnd: boolean;
}

/** The interface to billing on the platform's own account. A subscription is named by its payment page. */
export interface BillingProvider {
  readonly name: string;
  open(ctx: Context, page: PlanPageRequest): Promise<{ ref: string; url: string }>;
  /** Ends a page so that it can never be paid; `paid` if it was paid before. */
  close(ctx: Context, tenantId: string, ref: string): Promise<"closed" | "paid">;
  read(ctx: Context, tenantId: string, ref: string): Promise<BillingState | undefined>;
  change(ctx: Context, tenantId: string, ref: string, plan: Plan, when: "now" | "period_end"): Promise<void>;
  cancel(ctx: Context, tenantId: string, ref: string, when: "now" | "period_end"): Promise<void>;
  /** Undoes a scheduled cancellation or downgrade. */
  resume(ctx: Context, tenantId: string, ref: string): Promise<void>;
  /** Ends it at once and refunds all that was paid for it. */
  refund(ctx: Context, tenantId: string, ref: string): Promise<void>;
  /** URL of the page for the card and the bills. */
  portal(ctx: Context, tenantId: string, ref: string, returnUrl: string): Promise<string>;
}
