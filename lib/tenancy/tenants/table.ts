import * as z from "zod";
import { TENANT_KEY } from "#core/dynamo/cache.ts";
import { entity } from "#core/dynamo/entity.ts";
import { TENANT_EVENTS } from "./events.ts";
import { Business } from "./schema.ts";
import { openBusiness } from "./view.ts";
import { OpenBusiness } from "./view-schema.ts";

export const tenants = entity({
  name: "tenant",
  schema: Business,
  ...TENANT_KEY,
  packed: ["configs", "statuses", "gallery", "address"],
  tenant: "id",
  announces: { events: TENANT_EVENTS, resource: "store", shows: OpenBusiness, view: openBusiness },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Assigns a key to one tenant. */
export const tenantKeys = entity({
  name: "tenant_key",
  schema: z.object({ key: z.string(), tenant_id: z.string() }),
  pk: "TENANT_KEY#{key}",
  sk: "TENANT_KEY",
  tenant: "tenant_id",
  deletion: { tenant: { job: "tenant-key" }, person: "unaffected" },
});

/** Marks an unfinished import, which the same export may continue. */
export const tenantImports = entity({
  name: "tenant_import",
  schema: z.object({ tenant_id: z.string(), export_id: z.string(), begun_at: z.int() }),
  pk: "TENANT#{tenant_id}#IMPORT",
  sk: "IMPORT",
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
