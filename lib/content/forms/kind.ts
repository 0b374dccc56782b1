import { kind } from "#core/records/kind.ts";
import { FORM } from "./errors.ts";
import { STATUSES } from "./schema.ts";
import { formNames, forms } from "./table.ts";

export const formKind = kind({
  entity: forms,
  names: formNames,
  idPrefix: "form",
  statuses: STATUSES,
  open: "active",
  taken: FORM,
});
