import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { type FieldError, GENERAL, validationFailed } from "#core/errors.ts";
import { isUnchanged } from "#core/events.ts";
import { changedRecord } from "#core/records/record.ts";
import { inventoryWrites } from "#lib/commerce/inventory/change.ts";
import { levelRead } from "#lib/commerce/inventory/plan.ts";
import { Level, type LevelFields, type LevelInput } from "#lib/commerce/inventory/schema.ts";
import { defaultLocation } from "#lib/commerce/locations/location-book.ts";
import type { BookedLocation } from "#lib/commerce/locations/schema.ts";
import type { Product } from "./schema.ts";

/** Levels of variants that one change of a product may change. */
const MAX_CHANGED = 40;

/** A level as it was sent of a variant. */
export interface RequestedLevel {
  /** Its path in the body. */
  at: string;
  variant_id: string;
  location_id: string;
  /** How many were available when its sender looked. */
  expected: number | null | undefined;
  said: LevelFields;
}

/** The levels that were sent of a variant, with the locations that they name; what is wrong is added to `errors`. */
export function requestedLevels(
  locations: BookedLocation[],
  variant_id: string,
  inventory: readonly LevelInput[],
  at: string,
  errors: FieldError[],
): RequestedLevel[] {
  const taken = new Set<string>();
  return inventory.flatMap(({ location_id: named, expected, ...said }, index) => {
    const place = `${at}.inventory[${index}]`;
    const location = named
      ? locations.find(({ id, key }) => id === named || key === named)
      : defaultLocation(locations);
    const field = `${place}.location_id`;
    if (!location) errors.push(wrong(field, "is not a location of this store"));
    else if (taken.has(location.id)) errors.push(wrong(field, "is used twice"));
    else {
      taken.add(location.id);
      return [{ at: place, variant_id, location_id: location.id, expected, said }];
    }
    return [];
  });
}

/** Refuses first levels that begin below zero without backorder, or expect that there is one already. */
export function checkNewLevels(opening: readonly RequestedLevel[]): void {
  const short = opening.filter(({ said }) => (said.available ?? 0) < 0 && !said.backorder);
  const errors = short.map(({ at }) => wrong(`${at}.available`, "is below zero, and takes no backorders"));
  if (errors.length > 0) throw validationFailed(errors);
  if (opening.some(({ expected }) => expected != null && expected !== 0)) throw GENERAL.CONFLICT();
}

/**
 * The writes by which levels of counted variants become what was sent of them. One that is sent as it stands changes
 * nothing. Another one needs `expected`, so that who sends a whole product back never overwrites a sale.
 *
 * @param stillOpen demands that levels may be made where they are sent
 * @throws GENERAL.CONFLICT for one that is not as expected
 */
export async function levelWrites(
  ctx: Context,
  { store_id, id: product_id }: Pick<Product, "store_id" | "id">,
  sent: readonly RequestedLevel[],
  stillOpen: Write,
): Promise<Write[]> {
  const known = await readTogether(sent.map((each) => levelRead(store_id, each)));
  const others = sent.flatMap((each, index) => {
    const level = known[index];
    const stands = level && !level.retired ? level : NOTHING;
    return isUnchanged(stands, changedRecord(Standing, stands, each.said, {})) ? [] : [{ ...each, stands }];
  });
  const blind = others.filter(({ expected }) => expected == null);
  if (blind.length > 0)
    throw validationFailed(
      blind.map(({ at, stands }) => unseen(at, stands.available, { store_id, id: product_id })),
    );
  if (others.some(({ expected, stands }) => expected !== stands.available)) throw GENERAL.CONFLICT();
  if (others.length > MAX_CHANGED)
    throw validationFailed([
      wrong("variants", `change more than ${MAX_CHANGED} levels: change fewer at once`),
    ]);
  const writes: Write[] = [];
  for (const { variant_id, location_id, expected, said, stands } of others) {
    const variant = { store_id, product_id, variant_id, counted: true };
    const input = { ...said, variant_id, available: said.available ?? stands.available, expected };
    writes.push(...(await inventoryWrites(ctx, variant, { location_id, stillOpen }, input)).writes);
  }
  return [...new Set(writes)];
}

/** What of a level its sender says. */
const Standing = Level.pick({ available: true, backorder: true, low_at: true });

/** What stands where there is no level. */
const NOTHING = { available: 0, backorder: false, low_at: null };

function unseen(
  at: string,
  available: number,
  { store_id, id }: Pick<Product, "store_id" | "id">,
): FieldError {
  const path = `/v1/stores/${store_id}/products/${id}/inventory`;
  const message = `is required, because the level would be another one, and ${available} are available now. Say how many were when you looked, or change it by PUT ${path}`;
  return { field: `${at}.expected`, message, error: "FIELD.REQUIRED_MISSING" };
}

function wrong(field: string, message: string): FieldError {
  return { field, message, error: "FIELD.VALIDATION_FAILED" };
}
