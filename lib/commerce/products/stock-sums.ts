import { aggregate } from "#core/sums/declaration.ts";
import { hostSum, type SumsReading, sumsReading } from "#core/sums/read.ts";
import { availableStock } from "#lib/commerce/inventory/plan.ts";
import type { InventoryLevel } from "#lib/commerce/inventory/schema.ts";
import { levelSumSource } from "#lib/commerce/inventory/sum-contributions.ts";
import type { Product } from "./schema.ts";
import { STOCK } from "./stock-definition.ts";
import { products } from "./table.ts";
import { levelsOfProducts, type StockSums, type VariantStockSum } from "./view.ts";

const unitSumName = (variantId: string) => variantId;
const backorderName = (variantId: string) => `${variantId}:backorder`;

/** The sums are stored in the product's item, so that a list needs no further read. */
export const stockSums = aggregate({
  ...STOCK,
  host: { walked: products, key: (store_id, id) => products.key({ store_id, id }) },
  sources: [
    levelSumSource(({ product_id, variant_id, available, backorder }) => ({
      [product_id]: {
        [unitSumName(variant_id)]: Math.max(0, available),
        ...(backorder ? { [backorderName(variant_id)]: 1 } : {}),
      },
    })),
  ],
});

/** The generation of stock sums to read; `undefined` until one is complete. Cached. */
export function stockGeneration(storeId: string, now: number): Promise<SumsReading | undefined> {
  return sumsReading(storeId, stockSums, now);
}

/**
 * The stock of some products for a list, from the sums on the products' items, which are a few seconds old. If a
 * variant has no sum yet, the levels are read.
 */
export async function readStockSums(
  reading: SumsReading | undefined,
  some: readonly Product[],
): Promise<ReadonlyMap<string, StockSums>> {
  const held = new Map(some.map((product) => [product.id, reading && storedStock(product, reading)]));
  const levels = await levelsOfProducts(some.filter(({ id }) => !held.get(id)));
  return new Map(some.map((product) => [product.id, held.get(product.id) ?? sumsOf(product, levels)]));
}

/** `undefined` if a counted variant has no sum yet. */
function storedStock(product: Product, reading: SumsReading): StockSums | undefined {
  const counted = product.variants.filter((variant) => variant.counted);
  const found = counted.flatMap(({ id }): [string, VariantStockSum][] => {
    const available = hostSum(product, reading, unitSumName(id));
    if (available === undefined) return [];
    return [[id, { available, backorder: (hostSum(product, reading, backorderName(id)) ?? 0) > 0 }]];
  });
  return found.length === counted.length ? new Map(found) : undefined;
}

function sumsOf({ variants }: Product, levels: readonly InventoryLevel[]): StockSums {
  const byVariant = Map.groupBy(levels, ({ variant_id }) => variant_id);
  const sums = variants.map(({ id }): [string, VariantStockSum] => {
    const own = byVariant.get(id) ?? [];
    return [id, { available: availableStock(own), backorder: own.some(({ backorder }) => backorder) }];
  });
  return new Map(sums);
}
