import { partOf } from "#core/records/record.ts";
import { Publication, type StoredPublication } from "./schema.ts";

export function viewPublication(publication: StoredPublication) {
  return partOf(publication, Publication.parse(publication));
}
