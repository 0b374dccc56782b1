import { kind } from "#core/records/kind.ts";
import { languageOfTenant } from "#lib/tenancy/tenants/service.ts";
import { ENTRY } from "./errors.ts";
import { STATUSES } from "./schema.ts";
import { entries, entryNames } from "./table.ts";

/** A key is unique within its collection. */
export const entryKind = kind({
  entity: entries,
  names: entryNames,
  idPrefix: "entry",
  statuses: STATUSES,
  open: "active",
  taken: ENTRY,
  within: ({ collection_id }) => collection_id,
  language: languageOfTenant,
});
