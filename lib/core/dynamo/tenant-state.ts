import * as z from "zod";
import { compile, type Key, takenApart } from "./key.ts";

/** Where the record of a tenant lies: it is read along with who calls, to know whether the tenant is open. */
export const TENANT_KEY = { pk: "TENANT#{id}", sk: "TENANT" } as const;

const tenantPk = compile(TENANT_KEY.pk);

/** The key of a tenant's record. */
export function tenantKey(id: string): Key {
  return { pk: tenantPk({ id }), sk: TENANT_KEY.sk };
}

const partitionsOf = takenApart(`${TENANT_KEY.pk}#{rest}`);

/** The tenant that leads a partition of the table; `undefined` where none does. */
export function tenantIn(partition: string): string | undefined {
  return partitionsOf(partition)?.id;
}

/** What of a tenant's record says whether it is open. */
export const TenantState = z.object({ status: z.enum(["DRAFT", "ACTIVE", "ARCHIVED"]) });
