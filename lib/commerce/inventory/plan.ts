import type { Stored } from "#core/dynamo/entity.ts";
import { type Read, readTogether } from "#core/dynamo/read.ts";
import type { ApiError, FieldError } from "#core/errors.ts";
import { STOCK } from "./errors.ts";
import type { Allocation, Level } from "./schema.ts";
import { levels } from "./table.ts";

/** A line that wants units of a variant. */
interface Wanted {
  line_id: string;
  product_id: string;
  variant_id: string;
  quantity: number;
  /** Whether the variant is counted; what is not never runs out. */
  counted: boolean;
  /** For people, where there is too little. */
  name?: string | undefined;
}

export interface Places {
  /** The location that a line is taken from first. */
  defaultId: string;
  /** Where the buyer fetches the goods: then nothing comes from elsewhere. */
  pickupId?: string | undefined;
}

/** What a line gets; `missing` units are in no stock, and `available` is what there was for it. */
interface Planned extends Wanted {
  allocations: Allocation[];
  missing: number;
  available: number;
}

/**
 * Says where each line is taken from: one location where one has enough (the default, then the fullest), else several,
 * and what then is still missing from a level that may be oversold. Lines of one variant share what there is.
 *
 * @param known levels of the variants, as they were read
 */
export function planAllocations(lines: Wanted[], known: Level[], places: Places): Planned[] {
  const left = new Map(known.map((level) => [level, level.available]));
  return lines.map((line) => {
    const { pickupId, defaultId } = places;
    if (!line.counted) {
      const allocations = [part(line, pickupId ?? defaultId, line.quantity)];
      return { ...line, allocations, missing: 0, available: line.quantity };
    }
    const mine = known.filter(
      ({ variant_id, location_id, retired }) =>
        variant_id === line.variant_id && !retired && (pickupId === undefined || location_id === pickupId),
    );
    return { ...line, ...allocate(line, mine, left, defaultId) };
  });
}

/** PRODUCT.INSUFFICIENT_STOCK for some lines, each an item of `validationErrors` under its id. */
export function insufficientStock(
  short: Pick<Planned, "line_id" | "variant_id" | "name" | "available" | "quantity">[],
): ApiError {
  const validationErrors = short.map(
    ({ line_id, variant_id, name, available, quantity }): FieldError => ({
      field: line_id,
      message: `${available} of ${quantity} units of ${name ?? variant_id} are available`,
      error: STOCK.INSUFFICIENT_STOCK.code,
    }),
  );
  const what = validationErrors.map(({ message }) => message).join("; ");
  return STOCK.INSUFFICIENT_STOCK({ what, validationErrors });
}

function allocate(line: Wanted, mine: Level[], left: Map<Level, number>, defaultId: string) {
  const stock = (level: Level) => left.get(level) ?? 0;
  const order = mine.toSorted((one, other) => {
    const first = Number(other.location_id === defaultId) - Number(one.location_id === defaultId);
    return first || stock(other) - stock(one) || (one.location_id < other.location_id ? -1 : 1);
  });
  const available = order.reduce((sum, level) => sum + Math.max(0, stock(level)), 0);
  const whole = order.find((level) => stock(level) >= line.quantity);
  const allocations: Allocation[] = [];
  let missing = line.quantity;
  const take = (level: Level, units: number) => {
    if (units <= 0) return;
    left.set(level, stock(level) - units);
    missing -= units;
    const before = allocations.find(({ location_id }) => location_id === level.location_id);
    if (before) before.quantity += units;
    else allocations.push(part(line, level.location_id, units));
  };
  for (const level of whole ? [whole] : order) take(level, Math.min(missing, Math.max(0, stock(level))));
  const oversold = order.find(({ backorder }) => backorder);
  if (oversold) take(oversold, missing);
  return { allocations, missing, available };
}

function part(
  { product_id, variant_id, counted }: Wanted,
  location_id: string,
  quantity: number,
): Allocation {
  return { product_id, variant_id, location_id, quantity, counted };
}

/** The reads of all levels that variants may have, to be made together with others; absent ones give nothing. */
export function levelReads(
  storeId: string,
  variantIds: Iterable<string>,
  locations: readonly { id: string }[],
): Read<Stored<Level>>[] {
  return [...new Set(variantIds)].flatMap((variant_id) =>
    locations.map(({ id }) => levels.read({ store_id: storeId, variant_id, location_id: id })),
  );
}

/** The read of one level. */
export function levelRead(
  storeId: string,
  { variant_id, location_id }: Pick<Level, "variant_id" | "location_id">,
): Read<Stored<Level>> {
  return levels.read({ store_id: storeId, variant_id, location_id });
}

/** All levels of some variants, strongly consistent, in one round trip. */
export async function readLevels(
  storeId: string,
  variantIds: Iterable<string>,
  locations: readonly { id: string }[],
): Promise<Stored<Level>[]> {
  const reads = levelReads(storeId, variantIds, locations);
  if (reads.length === 0) return [];
  const found = await readTogether(reads);
  return found.filter((level) => level !== undefined);
}

/** What a shop shows of a variant's levels: the sum of those above zero. */
export function availableStock(known: readonly Level[]): number {
  return known.reduce((sum, { available }) => sum + Math.max(0, available), 0);
}
