import { entity } from "#core/dynamo/entity.ts";
import { declareEvents } from "#core/events.ts";
import { LOCATION_EVENTS } from "./events.ts";
import { type BookedLocation, Location, LocationBook } from "./schema.ts";

/** A store has no book until it changes its locations; until then it has only its first location. */
export const locationBooks = entity({
  name: "location_book",
  schema: LocationBook,
  pk: "TENANT#{store_id}#LOCATION",
  sk: "BOOK",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Locations are stored in their store's book and count their changes themselves. */
export const locations = declareEvents(
  { name: "location", tenant: "store_id" },
  { events: LOCATION_EVENTS, shows: Location, sequence: ({ revision }: BookedLocation) => revision },
);
