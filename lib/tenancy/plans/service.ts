// The limits of the plan that a business pays for.

import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { TenantPlan } from "./schema.ts";
import { tenantPlans } from "./table.ts";

/** The write that copies a subscription's state to the tenant's limits. */
export function setPlan(
  ctx: Context,
  tenant_id: string,
  { plan_id, status, past_due_since }: Pick<TenantPlan, "plan_id" | "status" | "past_due_since">,
): Write {
  const set = { tenant_id, plan_id, status, past_due_since, updated_at: ctx.now() };
  return { ...tenantPlans.update({ tenant_id }, { set }), failure: undefined };
}
