import type { Context } from "#core/context.ts";
import { GENERAL } from "#core/errors.ts";
import { maintainSums } from "#core/sums/service.ts";
import { heads } from "#core/sums/table.ts";
import { checkTenantExists } from "#lib/tenancy/tenants/delete-tenant.ts";
import { timezoneOfTenant } from "#lib/tenancy/tenants/service.ts";
import { FIGURES } from "./definition.ts";
import { figureSums } from "./figure-sums.ts";
import type { Recount } from "./schema.ts";

/** Recounts only figures: a function that maintains all sums would load every kind of record. */
const sums = maintainSums([figureSums], { tenantChecks: checkTenantExists, zone: timezoneOfTenant });

/** Starts to recompute a store's figures beside the current ones. */
export async function startRecount(ctx: Context, storeId: string, repair: boolean): Promise<Recount> {
  const head = await sums.recount(ctx, storeId, FIGURES.name, repair ? "repair" : "compare");
  if (!head?.built) throw GENERAL.CONFLICT();
  return { id: head.built.name, status: "running", rows: 0, differing: 0, differences: [] };
}

/** The state of a recount. Only the last one of a store is stored. */
export async function getRecount(_ctx: Context, storeId: string, id: string): Promise<Recount> {
  const head = await heads.find({ store_id: storeId, tally: FIGURES.name });
  const isOf =
    [head?.built, head?.old, head?.read].some((each) => each?.name === id) || head?.recount?.id === id;
  if (!head || !isOf) throw GENERAL.NOT_FOUND();
  const { recount } = head;
  if (!recount || recount.id !== id) return { id, status: "running", rows: 0, differing: 0, differences: [] };
  const { status, rows, differing, differences } = recount;
  return { id, status, rows, differing, differences };
}
