import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type Aggregate, aggregate } from "#core/sums/declaration.ts";
import type { InventoryLevel } from "#lib/commerce/inventory/schema.ts";
import { levelSumSource } from "#lib/commerce/inventory/sum-contributions.ts";
import { levels, stockCards } from "#lib/commerce/inventory/table.ts";
import { Product } from "#lib/commerce/products/schema.ts";
import { stockSums } from "#lib/commerce/products/stock-sums.ts";
import { products } from "#lib/commerce/products/table.ts";
import type { Random } from "#test/support/random.ts";

export const STORE_ID = "store_proof";
const PRODUCTS = ["prod_1", "prod_2", "prod_3"];
export const LOCATIONS = ["loc_1", "loc_2"];

/** Units by location, summed over lanes, and multiplied by the number of the definition. */
export function unitsAt(definition: number): Aggregate {
  return aggregate({
    name: "units",
    definition,
    sources: [
      levelSumSource(({ location_id, available }) => ({
        [location_id]: { units: available * definition, levels: 1 },
      })),
    ],
  });
}

/** The stock that lists show, by one of two definitions. */
export function listedStockBy(definition: number): Aggregate {
  return definition === 1 ? stockSums : { ...stockSums, definition };
}

/** Makes one random change of products or levels. Late in a run it adds no level whose product may never come. */
export async function changeShop(ctx: Context, random: Random, isLate = false): Promise<void> {
  const product_id = random.pick(PRODUCTS);
  const variant_id = `${product_id.replace("prod", "var")}_${random.int(2)}`;
  const key = { store_id: STORE_ID, variant_id, location_id: random.pick(LOCATIONS) };
  const level = await levels.find(key);
  const product = await products.find({ store_id: STORE_ID, id: product_id });
  const choice = random.int(20);
  if (!product && choice < 8 && !isLate) return transact(ctx, [products.create(newProduct(ctx, product_id))]);
  if (product && choice === 0)
    return transact(ctx, [products.replace(product, { ...product, updated_at: ctx.now() })]);
  if (!level) {
    const card = await stockCards.find(key);
    const { store_id } = key;
    const made = { store_id, product_id, variant_id, ordered: false, created_at: ctx.now() };
    return transact(ctx, [
      !card && stockCards.create(made),
      levels.create(newLevel(ctx, random, product_id, key)),
    ]);
  }
  if (choice === 1) return transact(ctx, [levels.removeKey(key)]);
  const there = { expression: "attribute_exists(pk)" };
  if (choice === 2) return transact(ctx, [levels.update(key, { set: { retired: !level.retired } }, there)]);
  if (choice === 3)
    return transact(ctx, [levels.update(key, { set: { backorder: !level.backorder } }, there)]);
  // This change does not affect any sum.
  if (choice === 4) return transact(ctx, [levels.update(key, { add: { reserved: 1 } }, there)]);
  return transact(ctx, [levels.update(key, { add: { available: random.int(9) - 4 } }, there)]);
}

function newProduct(ctx: Context, id: string): Product {
  const now = ctx.now();
  return Product.parse({
    id,
    store_id: STORE_ID,
    key: id,
    slug: {},
    blocks: [],
    taxonomies: [],
    variants: [],
    status: "active",
    created_at: now,
    updated_at: now,
  });
}

function newLevel(
  ctx: Context,
  random: Random,
  product_id: string,
  key: Pick<InventoryLevel, "store_id" | "variant_id" | "location_id">,
): InventoryLevel {
  return {
    ...key,
    id: `level_${random.int(2 ** 30)}`,
    product_id,
    available: random.int(10),
    reserved: 0,
    backorder: random.int(5) === 0,
    low_at: null,
    ordered: false,
    retired: false,
    watched: false,
    low_told: false,
    lows: 0,
    created_at: ctx.now(),
    updated_at: ctx.now(),
  };
}

/** The expected sums of levels, computed without the code that maintains them. */
export function expectedSums(all: readonly InventoryLevel[], definition: number) {
  const sold = all.filter(({ retired }) => !retired);
  const stock = new Map<string, number>();
  const units = new Map<string, number>();
  const add = (to: Map<string, number>, name: string, amount: number) =>
    to.set(name, (to.get(name) ?? 0) + amount);
  for (const { product_id, variant_id, location_id, available, backorder } of sold) {
    add(stock, `${product_id} ${variant_id}`, available > 0 ? available : 0);
    if (backorder) add(stock, `${product_id} ${variant_id}:backorder`, 1);
    add(units, `${location_id} units`, available * definition);
    add(units, `${location_id} levels`, 1);
  }
  return { stock, units };
}
