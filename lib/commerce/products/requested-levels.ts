import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { type FieldError, fieldError, GENERAL, validationFailed } from "#core/errors.ts";
import { isUnchanged } from "#core/events.ts";
import { changedRecord } from "#core/records/record.ts";
import { inventoryWrites } from "#lib/commerce/inventory/change.ts";
import { levelRead } from "#lib/commerce/inventory/plan.ts";
import {
  InventoryLevel,
  type InventoryLevelInput,
  type LevelFields,
} from "#lib/commerce/inventory/schema.ts";
import { defaultLocation } from "#lib/commerce/locations/location-book.ts";
import type { BookedLocation } from "#lib/commerce/locations/schema.ts";
import type { Product } from "./schema.ts";

/** Most stock levels that one change of a product may change. */
const MAX_CHANGED_LEVELS = 40;

/** A level in the request for a variant. */
export interface RequestedLevel {
  at: string;
  variant_id: string;
  location_id: string;
  /** Available units that the caller saw. */
  expected: number | null | undefined;
  said: LevelFields;
}

/** Finds the locations of the sent levels; faults are added to `errors`. */
export function requestedLevels(
  locations: BookedLocation[],
  variant_id: string,
  inventory: readonly InventoryLevelInput[],
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
    if (!location) errors.push(fieldError(field, "is not a location of this store"));
    else if (taken.has(location.id)) errors.push(fieldError(field, "is used twice"));
    else {
      taken.add(location.id);
      return [{ at: place, variant_id, location_id: location.id, expected, said }];
    }
    return [];
  });
}

/** Refuses first levels that are negative without backorders, or that expect available units. */
export function checkNewLevels(opening: readonly RequestedLevel[]): void {
  const short = opening.filter(({ said }) => (said.available ?? 0) < 0 && !said.backorder);
  const errors = short.map(({ at }) =>
    fieldError(`${at}.available`, "is below zero, and takes no backorders"),
  );
  if (errors.length > 0) throw validationFailed(errors);
  if (opening.some(({ expected }) => expected != null && expected !== 0)) throw GENERAL.CONFLICT();
}

/**
 * Changes levels of counted variants. An equal level changes nothing. A different one requires `expected`, so that an
 * outdated product never overwrites a sale.
 *
 * @param stillOpen condition that levels may be created at their locations
 * @throws GENERAL.CONFLICT if a level is not as expected
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
    const current = level && !level.retired ? level : NO_LEVEL;
    return isUnchanged(current, changedRecord(LevelState, current, each.said, {}))
      ? []
      : [{ ...each, stands: current }];
  });
  const withoutExpected = others.filter(({ expected }) => expected == null);
  if (withoutExpected.length > 0)
    throw validationFailed(
      withoutExpected.map(({ at, stands: current }) =>
        expectedError(at, current.available, { store_id, id: product_id }),
      ),
    );
  if (others.some(({ expected, stands: current }) => expected !== current.available))
    throw GENERAL.CONFLICT();
  if (others.length > MAX_CHANGED_LEVELS)
    throw validationFailed([
      fieldError("variants", `change more than ${MAX_CHANGED_LEVELS} levels: change fewer at once`),
    ]);
  const writes: Write[] = [];
  for (const { variant_id, location_id, expected, said, stands: current } of others) {
    const variant = { store_id, product_id, variant_id, counted: true };
    const input = { ...said, variant_id, available: said.available ?? current.available, expected };
    writes.push(...(await inventoryWrites(ctx, variant, { location_id, stillOpen }, input)).writes);
  }
  return [...new Set(writes)];
}

const LevelState = InventoryLevel.pick({ available: true, backorder: true, low_at: true });

/** Stands for a level that does not exist when levels are compared. */
const NO_LEVEL = { available: 0, backorder: false, low_at: null };

function expectedError(
  at: string,
  available: number,
  { store_id, id }: Pick<Product, "store_id" | "id">,
): FieldError {
  const path = `/v1/stores/${store_id}/products/${id}/inventory`;
  const message = `is required, because the level would be another one, and ${available} are available now. Say how many were when you looked, or change it by PUT ${path}`;
  return { field: `${at}.expected`, message, error: "FIELD.REQUIRED_MISSING" };
}
