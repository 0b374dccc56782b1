import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { memberships, STORE_MEMBERS } from "#lib/tenancy/access/records.ts";
import { freePlan, planInForce, planLimitError, sellsPlans } from "./features.ts";
import type { Plan } from "./schema.ts";
import { openedStores, tenantPlans, usages } from "./table.ts";

/** Stores per account whose plans are read. */
const MAX_PLANS_READ = 100;

/**
 * The writes that count a new store: one store of its founder, limited by the largest plan of their stores,
 * and one member.
 *
 * @throws BUSINESS.PLAN_LIMIT, at once or by the transaction
 */
export async function openingWrites(ctx: Context, personId: string, tenantId: string): Promise<Write[]> {
  if (!sellsPlans()) return [];
  const plan = await largestPlan(ctx, personId);
  const limit = plan.features.stores?.limit ?? null;
  const slots = { person_id: personId };
  const used = (await openedStores.find(slots, ctx))?.used;
  const room = limit === null ? undefined : { limit, refusal: planLimitError(plan, "stores", limit, used) };
  if (room && room.limit < 1) throw room.refusal;
  const members = { tenant_id: tenantId, feature: "members" as const, period: "all" };
  const known = { tenant_id: tenantId, plan_id: freePlan().id, status: "ACTIVE" as const };
  return [
    openedStores.update(
      slots,
      { add: { used: 1 }, set: slots },
      room && {
        expression: "attribute_not_exists(#used) or #used < :limit",
        names: { "#used": "used" },
        values: { ":limit": room.limit },
      },
      room?.refusal,
    ),
    tenantPlans.create({ ...known, past_due_since: null, opened_by: personId, updated_at: ctx.now() }),
    usages.create({ ...members, used: 1 }),
  ];
}

/** The writes that take a closed store off its founder's count. */
export async function closingWrites(tenantId: string): Promise<Write[]> {
  const personId = (await tenantPlans.find({ tenant_id: tenantId }))?.opened_by;
  const counted = personId ? await openedStores.find({ person_id: personId }) : undefined;
  if (!counted) return [];
  return [
    {
      ...openedStores.update(counted, { add: { used: -1 } }),
      condition: { expression: "attribute_exists(pk)" },
    },
  ];
}

async function largestPlan(ctx: Context, personId: string): Promise<Plan> {
  const { records } = await memberships.query(memberships.partition({ person_id: personId }), {
    prefix: STORE_MEMBERS,
    limit: MAX_PLANS_READ,
  });
  const owned = records.filter(({ role }) => role === "owner");
  const rows = await tenantPlans.batchGet(
    owned.map(({ tenant_id }) => ({ tenant_id })),
    ctx,
  );
  return rows
    .map((row) => planInForce(row, ctx.now()))
    .reduce((best, plan) => (plan.tier > best.tier ? plan : best), freePlan());
}
