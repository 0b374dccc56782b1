import type { Context } from "#core/context.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { type FieldError, fieldError, GENERAL } from "#core/errors.ts";
import type { Product, Variant } from "./schema.ts";
import { products, skus } from "./table.ts";

/** Seconds after which a claim of a SKU that no product uses is void. */
const CLAIM_LIFETIME = 60;

interface SkuWrites {
  claims: Write[];
  freed: Write[];
  errors: FieldError[];
}

/**
 * A SKU belongs to one variant of a store; a change of a product claims its new SKUs and releases those that it no
 * longer has.
 */
export async function skuWrites(
  ctx: Context,
  { store_id, id }: Pick<Product, "store_id" | "id">,
  before: Variant[],
  after: Variant[],
): Promise<SkuWrites> {
  const had = bySku(before);
  const has = bySku(after);
  const errors = after.flatMap(({ id: own, sku }, index) =>
    sku !== null && has.get(sku) !== own ? [skuError(index, `the sku ${sku} is used twice`)] : [],
  );
  const gained = [...has].filter(([sku, variant]) => had.get(sku) !== variant);
  const lost = [...had.keys()].filter((sku) => !has.has(sku));
  const known = await skus.batchGet(
    gained.map(([sku]) => ({ store_id, sku })),
    ctx,
  );
  const claims: Write[] = [];
  for (const [sku, variant_id] of gained) {
    const claim = { store_id, sku, product_id: id, variant_id, claimed_at: ctx.now() };
    const other = known.find((each) => each.sku === sku);
    if (!other) claims.push(skus.create(claim));
    else if (other.product_id === id || (await isStale(ctx, other))) claims.push(skus.replace(other, claim));
    else {
      const index = after.findIndex((each) => each.id === variant_id);
      errors.push(skuError(index, `another variant has the sku ${sku}`));
    }
  }
  return { claims, freed: lost.map((sku) => skus.removeKey({ store_id, sku })), errors };
}

export function skuReleases({ store_id, variants }: Pick<Product, "store_id" | "variants">): Write[] {
  return [...bySku(variants).keys()].map((sku) => skus.removeKey({ store_id, sku }));
}

/** Releases the remaining SKUs of a deleted product, except those that another product has claimed since. */
export async function releaseSkus(
  ctx: Context,
  { store_id, id, variants }: Pick<Product, "store_id" | "id" | "variants">,
): Promise<void> {
  const claims = await skus.batchGet(
    [...bySku(variants).keys()].map((sku) => ({ store_id, sku })),
    ctx,
  );
  for (const claim of claims.filter(({ product_id }) => product_id === id))
    await transact(ctx, [skus.remove(claim)]);
}

// A large product is written after its claims, so a crash between the two leaves claims that no product uses.
async function isStale(
  ctx: Context,
  claim: { store_id: string; sku: string; product_id: string; variant_id: string; claimed_at: number },
): Promise<boolean> {
  const { store_id, product_id, variant_id, sku } = claim;
  const product = await products.find({ store_id, id: product_id }, ctx);
  if (product?.variants.some((each) => each.id === variant_id && each.sku === sku)) return false;
  if (claim.claimed_at + CLAIM_LIFETIME > ctx.now()) throw GENERAL.CONFLICT();
  return true;
}

function bySku(variants: Variant[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { id, sku } of variants) if (sku !== null && !found.has(sku)) found.set(sku, id);
  return found;
}

function skuError(index: number, message: string): FieldError {
  return fieldError(`variants[${index}].sku`, message);
}
