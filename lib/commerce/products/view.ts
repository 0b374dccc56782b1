import type { Context } from "#core/context.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { availableStock, levelReads } from "#lib/commerce/inventory/plan.ts";
import type { InventoryLevel } from "#lib/commerce/inventory/schema.ts";
import { locationsIn, locationsRead } from "#lib/commerce/locations/location-book.ts";
import type { Product, ProductView, Variant } from "./schema.ts";

export interface VariantStockSum {
  available: number;
  backorder: boolean;
}

export type StockSums = ReadonlyMap<string, VariantStockSum>;

/** A product with its current stock: sums for everybody, levels for callers who may READ the store. */
export async function showProduct(ctx: Context, product: Product): Promise<ProductView> {
  const { store_id } = product;
  const [seesAll, levels] = await sideBySide([ctx.may("READ", store_id), levelsOfProducts([product])]);
  return viewProduct(product, levels, seesAll);
}

/**
 * Reads the levels of products of one store in one or two round trips, without retired ones. Reads are
 * strongly consistent, unless a list asks for cheaper ones.
 */
export async function levelsOfProducts(
  products: readonly Product[],
  { consistent = true }: { consistent?: boolean } = {},
): Promise<InventoryLevel[]> {
  const counted = products.flatMap(({ variants }) => variants.filter((variant) => variant.counted));
  const [first] = products;
  if (!first || counted.length === 0) return [];
  const ids = counted.map(({ id }) => id);
  const { store_id } = first;
  const found = await readLevelsAndLocations(store_id, ids, consistent);
  return found.filter(({ retired }) => !retired);
}

// Most stores have only their first location, so its levels are read together with the locations.
async function readLevelsAndLocations(
  storeId: string,
  variantIds: readonly string[],
  consistent: boolean,
): Promise<InventoryLevel[]> {
  const batch = readBatch(undefined, { consistent });
  const book = batch.add(locationsRead(storeId));
  const firstLocations = locationsIn(storeId, undefined);
  const reads = levelReads(storeId, variantIds, firstLocations).map((read) => batch.add(read));
  await batch.run();
  const places = new Set(locationsIn(storeId, book()).map(({ id }) => id));
  const others = [...places]
    .filter((id) => firstLocations.every((one) => one.id !== id))
    .map((id) => ({ id }));
  reads.push(...levelReads(storeId, variantIds, others).map((read) => batch.add(read)));
  await batch.run();
  return reads
    .map((read) => read())
    .filter((level) => level !== undefined)
    .filter(({ location_id }) => places.has(location_id));
}

export function viewProduct(
  product: Product,
  levels: readonly InventoryLevel[],
  seesAll: boolean,
): ProductView {
  const byVariant = Map.groupBy(levels, ({ variant_id }) => variant_id);
  return {
    ...product,
    variants: product.variants.map((variant) => {
      const own = byVariant.get(variant.id) ?? [];
      const available = variant.counted ? availableStock(own) : null;
      return { ...variant, available, inventory: seesAll ? own : stockRows(available) };
    }),
  };
}

/** Visitors see only the sums of stock. */
export function viewProductBySums(product: Product, sums: StockSums = new Map()): ProductView {
  const variants = product.variants.map((variant) => {
    const available = variant.counted ? (sums.get(variant.id)?.available ?? 0) : null;
    return { ...variant, available, inventory: stockRows(available) };
  });
  return { ...product, variants };
}

function stockRows(available: number | null): { available: number }[] {
  return available === null ? [] : [{ available }];
}

export function isInStock({ id, counted }: Variant, sums: StockSums): boolean {
  if (!counted) return true;
  const { available = 0, backorder = false } = sums.get(id) ?? {};
  return available > 0 || backorder;
}
