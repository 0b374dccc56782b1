import type { Stored } from "#core/dynamo/entity.ts";
import { type Read, readTogether } from "#core/dynamo/read.ts";
import type { ApiError, FieldError } from "#core/errors.ts";
import { STOCK } from "./errors.ts";
import type { Allocation, InventoryLevel } from "./schema.ts";
import { levels } from "./table.ts";

interface RequestedLine {
  line_id: string;
  product_id: string;
  variant_id: string;
  quantity: number;
  /** Whether the variant is counted; an uncounted one never runs out. */
  counted: boolean;
  /** Product name for the error if the stock is too low. */
  name?: string | undefined;
}

export interface Places {
  /** Location whose stock is used first. */
  defaultId: string;
  /** Pickup location; if set, no other location is used. */
  pickupId?: string | undefined;
}

/** The allocations of a line: `available` units are in stock for it, and `missing` units are not. */
interface PlannedLine extends RequestedLine {
  allocations: Allocation[];
  missing: number;
  available: number;
}

/**
 * Chooses the locations of each line: one location that has enough (the default first, then the fullest),
 * else several. What is still missing comes from a level with backorders. Lines of one variant share the
 * stock.
 *
 * @param known levels of the variants, as they were read
 */
export function planAllocations(
  lines: RequestedLine[],
  known: InventoryLevel[],
  places: Places,
): PlannedLine[] {
  const left = new Map(known.map((level) => [level, level.available]));
  return lines.map((line) => {
    const { pickupId, defaultId } = places;
    if (!line.counted) {
      const allocations = [allocationOf(line, pickupId ?? defaultId, line.quantity)];
      return { ...line, allocations, missing: 0, available: line.quantity };
    }
    const ownLevels = known.filter(
      ({ variant_id, location_id, retired }) =>
        variant_id === line.variant_id && !retired && (pickupId === undefined || location_id === pickupId),
    );
    return { ...line, ...allocate(line, ownLevels, left, defaultId) };
  });
}

/** The refusal of a checkout, with each line in `validationErrors`. */
export function insufficientStock(
  short: Pick<PlannedLine, "line_id" | "variant_id" | "name" | "available" | "quantity">[],
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

function allocate(
  line: RequestedLine,
  ownLevels: InventoryLevel[],
  left: Map<InventoryLevel, number>,
  defaultId: string,
) {
  const stock = (level: InventoryLevel) => left.get(level) ?? 0;
  const order = ownLevels.toSorted((one, other) => {
    const first = Number(other.location_id === defaultId) - Number(one.location_id === defaultId);
    return first || stock(other) - stock(one) || (one.location_id < other.location_id ? -1 : 1);
  });
  const available = order.reduce((sum, level) => sum + Math.max(0, stock(level)), 0);
  const whole = order.find((level) => stock(level) >= line.quantity);
  const allocations: Allocation[] = [];
  let missing = line.quantity;
  const take = (level: InventoryLevel, units: number) => {
    if (units <= 0) return;
    left.set(level, stock(level) - units);
    missing -= units;
    const before = allocations.find(({ location_id }) => location_id === level.location_id);
    if (before) before.quantity += units;
    else allocations.push(allocationOf(line, level.location_id, units));
  };
  for (const level of whole ? [whole] : order) take(level, Math.min(missing, Math.max(0, stock(level))));
  const oversold = order.find(({ backorder }) => backorder);
  if (oversold) take(oversold, missing);
  return { allocations, missing, available };
}

function allocationOf(
  { product_id, variant_id, counted }: RequestedLine,
  location_id: string,
  quantity: number,
): Allocation {
  return { product_id, variant_id, location_id, quantity, counted };
}

/** One read for each variant and location; a level that does not exist is left out. */
export function levelReads(
  storeId: string,
  variantIds: Iterable<string>,
  locations: readonly { id: string }[],
): Read<Stored<InventoryLevel>>[] {
  return [...new Set(variantIds)].flatMap((variant_id) =>
    locations.map(({ id }) => levels.read({ store_id: storeId, variant_id, location_id: id })),
  );
}

export function levelRead(
  storeId: string,
  { variant_id, location_id }: Pick<InventoryLevel, "variant_id" | "location_id">,
): Read<Stored<InventoryLevel>> {
  return levels.read({ store_id: storeId, variant_id, location_id });
}

/** Reads all levels of some variants, strongly consistent and in one round trip. */
export async function readLevels(
  storeId: string,
  variantIds: Iterable<string>,
  locations: readonly { id: string }[],
): Promise<Stored<InventoryLevel>[]> {
  const reads = levelReads(storeId, variantIds, locations);
  if (reads.length === 0) return [];
  const found = await readTogether(reads);
  return found.filter((level) => level !== undefined);
}

/** The sum of the levels above zero. */
export function availableStock(known: readonly InventoryLevel[]): number {
  return known.reduce((sum, { available }) => sum + Math.max(0, available), 0);
}
