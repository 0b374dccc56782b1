import { kind } from "#core/records/kind.ts";
import { STATUSES } from "./schema.ts";
import { promoCodes } from "./table.ts";

/** A code is found by its text in any case, which carries the whole record: see `promoTexts`. */
export const promoKind = kind({
  entity: promoCodes,
  idPrefix: "promo",
  statuses: STATUSES,
  open: "active",
});
