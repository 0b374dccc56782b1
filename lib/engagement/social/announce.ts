import { Publication, type StoredPublication } from "./schema.ts";

/** A publication as it is shown. */
export function viewPublication(publication: StoredPublication): Publication {
  return Publication.parse(publication);
}
