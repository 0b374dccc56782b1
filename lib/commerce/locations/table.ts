import { entity } from "#core/dynamo/entity.ts";
import { LocationBook } from "./schema.ts";

/** Absent until a store changes its locations: then it has the one that it began with. */
export const locationBooks = entity({
  name: "location_book",
  schema: LocationBook,
  pk: "TENANT#{store_id}#LOCATION",
  sk: "BOOK",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
