import { kind } from "#core/records/kind.ts";
import { languageOfTenant } from "#lib/tenancy/tenants/service.ts";
import { NODE } from "./errors.ts";
import { STATUSES } from "./schema.ts";
import { nodeNames, nodes } from "./table.ts";

export const nodeKind = kind({
  entity: nodes,
  names: nodeNames,
  idPrefix: "node",
  statuses: STATUSES,
  open: "ACTIVE",
  taken: NODE,
  language: languageOfTenant,
});
