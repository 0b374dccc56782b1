import type { Context } from "#core/context.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { availableStock, levelReads } from "#lib/commerce/inventory/plan.ts";
import type { Level } from "#lib/commerce/inventory/schema.ts";
import { locationsIn, locationsRead } from "#lib/commerce/locations/location-book.ts";
import type { Product, ProductView, Variant } from "./schema.ts";

/** What the levels of a variant come to. */
export interface VariantStockSum {
  /** Sum of those above zero. */
  available: number;
  /** Whether one of them may be oversold. */
  backorder: boolean;
}

/** The stock of counted variants, by their ids. */
export type StockSums = ReadonlyMap<string, VariantStockSum>;

/** A product with its stock at this moment: sums for everybody, levels for those who may READ the store. */
export async function showProduct(ctx: Context, product: Product): Promise<ProductView> {
  const { store_id } = product;
  const [seesAll, levels] = await sideBySide([ctx.may("READ", store_id), levelsOfProducts([product])]);
  return viewProduct(product, levels, seesAll);
}

/**
 * The levels of some products of one store, in one round trip, or two: strongly consistent, unless a list asks, which
 * shows changes a moment later and pays half.
 */
export async function levelsOfProducts(
  some: readonly Product[],
  { consistent = true }: { consistent?: boolean } = {},
): Promise<Level[]> {
  const counted = some.flatMap(({ variants }) => variants.filter((variant) => variant.counted));
  const [first] = some;
  if (!first || counted.length === 0) return [];
  const ids = counted.map(({ id }) => id);
  const { store_id } = first;
  const found = await levelsWithPlaces(store_id, ids, consistent);
  return found.filter(({ retired }) => !retired);
}

// Most stores have the one location that they began with: its levels are read together with the store's locations.
async function levelsWithPlaces(
  storeId: string,
  variantIds: readonly string[],
  consistent: boolean,
): Promise<Level[]> {
  const batch = readBatch(undefined, { consistent });
  const book = batch.add(locationsRead(storeId));
  const begun = locationsIn(storeId, undefined);
  const reads = levelReads(storeId, variantIds, begun).map((read) => batch.add(read));
  await batch.run();
  const places = new Set(locationsIn(storeId, book()).map(({ id }) => id));
  const others = [...places].filter((id) => begun.every((one) => one.id !== id)).map((id) => ({ id }));
  reads.push(...levelReads(storeId, variantIds, others).map((read) => batch.add(read)));
  await batch.run();
  return reads
    .map((read) => read())
    .filter((level) => level !== undefined)
    .filter(({ location_id }) => places.has(location_id));
}

/** A product with the levels given. */
export function viewProduct(product: Product, levels: readonly Level[], seesAll: boolean): ProductView {
  const byVariant = Map.groupBy(levels, ({ variant_id }) => variant_id);
  return {
    ...product,
    variants: product.variants.map((variant) => {
      const own = byVariant.get(variant.id) ?? [];
      const available = variant.counted ? availableStock(own) : null;
      return { ...variant, available, inventory: seesAll ? own : sumAlone(available) };
    }),
  };
}

/** A product with the sums of its stock alone, as visitors see it. */
export function viewProductBySums(product: Product, sums: StockSums = new Map()): ProductView {
  const variants = product.variants.map((variant) => {
    const available = variant.counted ? (sums.get(variant.id)?.available ?? 0) : null;
    return { ...variant, available, inventory: sumAlone(available) };
  });
  return { ...product, variants };
}

/** What a visitor sees of the levels of a variant: one row for all that are counted. */
function sumAlone(available: number | null): { available: number }[] {
  return available === null ? [] : [{ available }];
}

/** Whether a variant can be bought as far as stock goes. */
export function isInStock({ id, counted }: Variant, sums: StockSums): boolean {
  if (!counted) return true;
  const { available = 0, backorder = false } = sums.get(id) ?? {};
  return available > 0 || backorder;
}
