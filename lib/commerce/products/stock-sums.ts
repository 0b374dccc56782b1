import { aggregate } from "#core/sums/declaration.ts";
import { heldSum, type SumsReading, sumsReading } from "#core/sums/read.ts";
import { availableStock } from "#lib/commerce/inventory/plan.ts";
import type { Level } from "#lib/commerce/inventory/schema.ts";
import { levelSumSource } from "#lib/commerce/inventory/sum-contributions.ts";
import type { Product } from "./schema.ts";
import { STOCK } from "./stock-definition.ts";
import { products } from "./table.ts";
import { levelsOfProducts, type StockSums, type VariantStockSum } from "./view.ts";

/** What the levels of a variant come to: units above zero, and levels that take backorders. */
const unitsOf = (variantId: string) => variantId;
const openOf = (variantId: string) => `${variantId}:backorder`;

/** The stock of each product, held by its own item: a list has it without a further read. */
export const stockSums = aggregate({
  ...STOCK,
  host: { walked: products, key: (store_id, id) => products.key({ store_id, id }) },
  sources: [
    levelSumSource(({ product_id, variant_id, available, backorder }) => ({
      [product_id]: {
        [unitsOf(variant_id)]: Math.max(0, available),
        ...(backorder ? { [openOf(variant_id)]: 1 } : {}),
      },
    })),
  ],
});

/** Where a store's stock is read; `undefined` where it is not counted as a whole yet. A process remembers it. */
export function stockReading(storeId: string, now: number): Promise<SumsReading | undefined> {
  return sumsReading(storeId, stockSums, now);
}

/**
 * The stock of some products of a store by product, for a list: as their own items hold it, a few seconds old. Where one
 * says nothing of a variant yet, as when it was just made, the levels are read.
 */
export async function readStockSums(
  reading: SumsReading | undefined,
  some: readonly Product[],
): Promise<ReadonlyMap<string, StockSums>> {
  const held = new Map(some.map((product) => [product.id, reading && heldStock(product, reading)]));
  const levels = await levelsOfProducts(some.filter(({ id }) => !held.get(id)));
  return new Map(some.map((product) => [product.id, held.get(product.id) ?? sumsOf(product, levels)]));
}

/** The stock as a product's item holds it; `undefined` where it says nothing of a variant that is counted. */
function heldStock(product: Product, reading: SumsReading): StockSums | undefined {
  const counted = product.variants.filter((variant) => variant.counted);
  const found = counted.flatMap(({ id }): [string, VariantStockSum][] => {
    const available = heldSum(product, reading, unitsOf(id));
    if (available === undefined) return [];
    return [[id, { available, backorder: (heldSum(product, reading, openOf(id)) ?? 0) > 0 }]];
  });
  return found.length === counted.length ? new Map(found) : undefined;
}

function sumsOf({ variants }: Product, levels: readonly Level[]): StockSums {
  const byVariant = Map.groupBy(levels, ({ variant_id }) => variant_id);
  const sums = variants.map(({ id }): [string, VariantStockSum] => {
    const own = byVariant.get(id) ?? [];
    return [id, { available: availableStock(own), backorder: own.some(({ backorder }) => backorder) }];
  });
  return new Map(sums);
}
