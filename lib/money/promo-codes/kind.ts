import { kind } from "#core/records/kind.ts";
import { STATUSES } from "./schema.ts";
import { promoCodes } from "./table.ts";

export const promoKind = kind({ entity: promoCodes, idPrefix: "promo", statuses: STATUSES, open: "active" });
