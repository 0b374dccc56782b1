import { kind } from "#core/records/kind.ts";
import { TAXONOMY } from "./errors.ts";
import { STATUSES } from "./schema.ts";
import { taxonomies, taxonomyNames } from "./table.ts";

export const taxonomyKind = kind({
  entity: taxonomies,
  names: taxonomyNames,
  idPrefix: "tax",
  statuses: STATUSES,
  open: "active",
  taken: TAXONOMY,
});
