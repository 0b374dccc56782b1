import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import type { Read } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { idTime } from "#core/id.ts";
import { newRecord } from "#core/records/record.ts";
import { BookedLocation, type Location, type LocationBook } from "./schema.ts";
import { locationBooks } from "./table.ts";

const DEFAULT_KEY = "default";

/** Read a store's locations from the result with `locationsIn`. */
export function locationsRead(storeId: string): Read<Stored<LocationBook>> {
  return locationBooks.read({ store_id: storeId });
}

/** Until a store changes its locations, it has only its first one. */
export function locationsIn(storeId: string, book: Stored<LocationBook> | undefined): BookedLocation[] {
  return book ? book.locations : [firstLocation(storeId)];
}

export async function readLocations(storeId: string): Promise<BookedLocation[]> {
  return locationsIn(storeId, await locationBooks.find({ store_id: storeId }));
}

/** The location with the key `default`, else the oldest. */
export function defaultLocation<T extends Location>(locations: T[]): T {
  const found = locations.find(({ key }) => key === DEFAULT_KEY) ?? locations[0];
  if (!found) throw new Error("The store has no location.");
  return found;
}

/** The locations that may get new levels, and the condition that they still may. */
export async function openLocations(
  ctx: Context,
  storeId: string,
): Promise<{ locations: BookedLocation[]; stillOpen: Write }> {
  const book = await locationBooks.find({ store_id: storeId }, ctx);
  const locations = locationsIn(storeId, book).filter(({ closing_until = 0 }) => closing_until <= ctx.now());
  const stillOpen = book ? locationBooks.check(book) : locationBooks.checkAbsent({ store_id: storeId });
  return { locations, stillOpen };
}

/** The public version of a location is the number of its changes. */
export function withRevision(location: BookedLocation): Stored<BookedLocation> {
  return { ...location, [VERSION]: location.revision };
}

export function locationBookWrite(
  ctx: Context,
  storeId: string,
  book: Stored<LocationBook> | undefined,
  locations: BookedLocation[],
): Write {
  const after = { store_id: storeId, locations, updated_at: ctx.now() };
  return book ? locationBooks.replace(book, after) : locationBooks.create(after);
}

// The location's id is derived from the store's, so that it stays when the location is stored.
function firstLocation(storeId: string): BookedLocation {
  const at = Math.floor(idTime(storeId) ?? 0);
  const initial = { key: DEFAULT_KEY, address: null, is_pickup_location: false };
  return newRecord(
    BookedLocation,
    initial,
    {},
    {
      id: `loc_${storeId.slice(storeId.indexOf("_") + 1)}`,
      store_id: storeId,
      created_at: at,
      updated_at: at,
      revision: 1,
    },
  );
}
