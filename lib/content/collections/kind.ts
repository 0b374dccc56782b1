import { kind } from "#core/records/kind.ts";
import { COLLECTION } from "./errors.ts";
import { STATUSES } from "./schema.ts";
import { collectionNames, collections } from "./table.ts";

export const collectionKind = kind({
  entity: collections,
  names: collectionNames,
  idPrefix: "col",
  statuses: STATUSES,
  open: "active",
  taken: COLLECTION,
  missing: () => COLLECTION.NOT_FOUND(),
});
