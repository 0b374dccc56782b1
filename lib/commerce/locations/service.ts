import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce, isUnchanged } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import { findSoleLevel, levelPagesAt, removeEmptyLevels } from "#lib/commerce/inventory/location-levels.ts";
import { LOCATION } from "./errors.ts";
import { locationBookWrite, locationsIn, readLocations, withRevision } from "./location-book.ts";
import {
  BookedLocation,
  type CreateLocation,
  type Location,
  type LocationBook,
  MAX_LOCATIONS,
  type UpdateLocation,
} from "./schema.ts";
import { locationBooks, locations as told } from "./table.ts";

const CLOSING_SECONDS = 60;

export async function listLocations(ctx: Context, storeId: string) {
  return { items: await visibleLocations(ctx, storeId), cursor: null };
}

export async function getLocation(ctx: Context, storeId: string, id: string): Promise<Location> {
  return findLocation(await visibleLocations(ctx, storeId), id);
}

/** Buyers see only pickup locations. */
async function visibleLocations(ctx: Context, storeId: string): Promise<BookedLocation[]> {
  const locations = (await readLocations(storeId)).map(withRevision);
  return (await ctx.may("READ", storeId)) ? locations : locations.filter((each) => each.is_pickup_location);
}

export async function createLocation(
  ctx: Context,
  storeId: string,
  input: CreateLocation,
): Promise<Location> {
  const { book, locations } = await readBook(storeId);
  if (locations.length >= MAX_LOCATIONS) throw LOCATION.TOO_MANY({ most: MAX_LOCATIONS });
  const now = ctx.now();
  const made = newRecord(BookedLocation, { address: null, is_pickup_location: false }, input, {
    id: newId("loc", ctx.clock()),
    store_id: storeId,
    created_at: now,
    updated_at: now,
    revision: 1,
  });
  checkKey(locations, made);
  const writes = [
    locationBookWrite(ctx, storeId, book, [...locations, made]),
    announce(ctx, "location.created", told, made),
  ];
  return transact(ctx, writes, made);
}

/** Null clears the address. */
export async function updateLocation(
  ctx: Context,
  storeId: string,
  id: string,
  input: UpdateLocation,
): Promise<Location> {
  const { book, locations } = await readBook(storeId);
  const before = findLocation(locations, id);
  const sent = changedRecord(BookedLocation, withRevision(before), input, {});
  if (isUnchanged(before, sent)) return sent;
  const after = withRevision({ ...sent, updated_at: ctx.now(), revision: before.revision + 1 });
  checkKey(locations, after);
  const all = locations.map((each) => (each === before ? after : each));
  const writes = [locationBookWrite(ctx, storeId, book, all), announce(ctx, "location.updated", told, after)];
  return transact(ctx, writes, after);
}

/** Deletes a location without stock, unless it has the last level of a variant; its empty levels are deleted too. */
export async function deleteLocation(ctx: Context, storeId: string, named: string): Promise<void> {
  const { location, locations } = await closeLocation(ctx, storeId, named);
  const { id, key } = location;
  const others = locations.filter((each) => each.id !== id);
  try {
    for await (const levels of levelPagesAt(storeId, id)) {
      const held = levels.find(({ available, reserved }) => available !== 0 || reserved !== 0);
      if (held) throw LOCATION.HOLDS_STOCK({ key });
      const only = await findSoleLevel(storeId, levels, others);
      if (only) throw LOCATION.LAST_LEVEL({ key, variant: only.variant_id });
      await removeEmptyLevels(ctx, levels);
    }
  } catch (error) {
    await reopenLocation(ctx, storeId, id);
    throw error;
  }
  const { book } = await readBook(storeId);
  const gone = findLocation(locationsIn(storeId, book), id);
  const left = locationsIn(storeId, book).filter((each) => each.id !== id);
  if (left.length === 0) throw LOCATION.LAST();
  await transact(ctx, [
    locationBookWrite(ctx, storeId, book, left),
    announce(ctx, "location.deleted", told, { ...gone, revision: gone.revision + 1 }),
  ]);
}

// From here on no new level can be created, so the deletion sees all levels.
async function closeLocation(ctx: Context, storeId: string, id: string) {
  const { book, locations } = await readBook(storeId);
  const location = findLocation(locations, id);
  if (locations.length === 1) throw LOCATION.LAST();
  const closing = { ...location, closing_until: ctx.now() + CLOSING_SECONDS };
  await transact(ctx, [
    locationBookWrite(
      ctx,
      storeId,
      book,
      locations.map((each) => (each === location ? closing : each)),
    ),
  ]);
  return { location, locations };
}

async function reopenLocation(ctx: Context, storeId: string, id: string): Promise<void> {
  const { book, locations } = await readBook(storeId);
  const open = locations.map(({ closing_until, ...each }) =>
    each.id === id || closing_until === undefined ? each : { ...each, closing_until },
  );
  await transact(ctx, [locationBookWrite(ctx, storeId, book, open)]);
}

async function readBook(
  storeId: string,
): Promise<{ book: Stored<LocationBook> | undefined; locations: BookedLocation[] }> {
  const book = await locationBooks.find({ store_id: storeId });
  return { book, locations: locationsIn(storeId, book) };
}

function findLocation(locations: BookedLocation[], id: string): BookedLocation {
  const location = locations.find((each) => each.id === id) ?? locations.find(({ key }) => key === id);
  if (!location) throw GENERAL.NOT_FOUND();
  return location;
}

function checkKey(locations: BookedLocation[], made: BookedLocation): void {
  const { id, key } = made;
  if (locations.some((each) => each.id !== id && each.key === key)) throw LOCATION.KEY_TAKEN({ key });
}
