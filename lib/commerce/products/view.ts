import type { Context } from "#core/context.ts";
import { readLevels, shownStock, viewLevel } from "#lib/commerce/inventory/read.ts";
import type { Level } from "#lib/commerce/inventory/schema.ts";
import { readLocations } from "#lib/commerce/locations/book.ts";
import type { Location } from "#lib/commerce/locations/schema.ts";
import type { Product, ProductView, Variant } from "./schema.ts";

/** A product with its stock at this moment: sums for everybody, levels for those who may READ the store. */
export async function showProduct(ctx: Context, product: Product): Promise<ProductView> {
  const { store_id } = product;
  const [seesAll, levels] = await Promise.all([
    ctx.may("READ", store_id),
    stockOf([product], () => readLocations(store_id)),
  ]);
  return shown(product, levels, seesAll);
}

/**
 * The levels of some products of one store, strongly consistent, in one round trip.
 *
 * @param places the store's locations; asked for only where something is counted
 */
export async function stockOf(
  some: readonly Product[],
  places: () => Location[] | Promise<Location[]>,
): Promise<Level[]> {
  const counted = some.flatMap(({ variants }) => variants.filter((variant) => variant.counted));
  const [first] = some;
  if (!first || counted.length === 0) return [];
  const ids = counted.map(({ id }) => id);
  return (await readLevels(first.store_id, ids, await places())).filter(({ retired }) => !retired);
}

/** A product with the levels given. */
export function shown(product: Product, levels: readonly Level[], seesAll: boolean): ProductView {
  const byVariant = Map.groupBy(levels, ({ variant_id }) => variant_id);
  return {
    ...product,
    variants: product.variants.map((variant) => {
      const own = byVariant.get(variant.id) ?? [];
      return {
        ...variant,
        available: variant.counted ? shownStock(own) : null,
        inventory: seesAll ? own.map(viewLevel) : [],
      };
    }),
  };
}

/** Whether a variant can be bought as far as stock goes. */
export function isInStock(variant: Variant, levels: readonly Level[]): boolean {
  if (!variant.counted) return true;
  return levels.some(
    ({ variant_id, available, backorder }) => variant_id === variant.id && (available > 0 || backorder),
  );
}
