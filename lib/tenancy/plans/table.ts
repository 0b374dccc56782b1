import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { FEATURES, TenantPlan } from "./schema.ts";

export const tenantPlans = entity({
  name: "tenant_plan",
  schema: TenantPlan,
  pk: "TENANT#{tenant_id}",
  sk: "PLAN",
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Counts of a feature, of one month or of all time (`all`). */
export const usages = entity({
  name: "usage",
  schema: z.object({ tenant_id: z.string(), feature: z.enum(FEATURES), period: z.string(), used: z.int() }),
  pk: "TENANT#{tenant_id}#USAGE",
  sk: "{feature}#{period}",
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Stores that an account opened and that still exist. */
export const openedStores = entity({
  name: "opened_stores",
  schema: z.object({ person_id: z.string(), used: z.int() }),
  pk: "PERSON#{person_id}",
  sk: "USAGE#stores",
  deletion: { tenant: "unaffected", person: "partition" },
});
