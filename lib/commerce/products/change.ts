import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announce } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { changedRecord, checkSize, newRecord } from "#core/records/record.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { firstLevels, reopenLevels, variantRemoval } from "#lib/commerce/inventory/change.ts";
import type { InventoryLevel } from "#lib/commerce/inventory/schema.ts";
import { openLocations } from "#lib/commerce/locations/location-book.ts";
import { checkBlocksAndReferences } from "#lib/content/entries/check-blocks.ts";
import { checkTaxonomyEntries } from "#lib/content/taxonomies/service.ts";
import { releaseWrites, usageWrites } from "#lib/tenancy/plans/features.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { PRODUCT } from "./errors.ts";
import { type Failure, productKind, updateKind } from "./kind.ts";
import { levelWrites, type RequestedLevel } from "./requested-levels.ts";
import { type CreateProduct, MAX_VARIANTS, Product, type ProductView, type UpdateProduct } from "./schema.ts";
import { skuReleases, skuWrites } from "./skus.ts";
import { products, termsOf } from "./table.ts";
import { changeVariants } from "./variants.ts";
import { showProduct, viewProduct } from "./view.ts";
import { writeProduct } from "./write-product.ts";

/** SKUs that the deletion itself releases; a worker releases the rest. */
const MAX_FREED_SKUS = 60;
/** Most writes for deleted variants in one change. */
const MAX_REMOVALS = 40;

export async function createProduct(
  ctx: Context,
  storeId: string,
  input: CreateProduct,
): Promise<ProductView> {
  const now = ctx.now();
  const empty = newRecord(
    Product,
    { slug: {}, blocks: [], taxonomies: [], variants: [], status: "draft" },
    { key: input.key },
    { id: newId("prod", ctx.clock()), store_id: storeId, created_at: now, updated_at: now },
  );
  const { product, checks, stock, before } = await applyInput(ctx, empty, input, PRODUCT.FAILED_CREATE);
  const own = [
    ...productKind.creation(product),
    ...checks,
    ...(await usageWrites(ctx, storeId, "products")),
    announce(ctx, "product.created", products, product),
  ];
  const view = viewProduct(product, stock, true);
  return writeProduct(ctx, own, before, view);
}

/** Changes the sent fields, and only the variants that are named. */
export async function updateProduct(
  ctx: Context,
  storeId: string,
  segment: string,
  input: UpdateProduct,
): Promise<ProductView> {
  const old = await updateKind.existing(storeId, segment, { ctx });
  const { product, checks, before } = await applyInput(ctx, old, input, PRODUCT.FAILED_UPDATE);
  const { record, writes } = updateKind.replacement(ctx, "product.updated", old, product);
  await writeProduct(ctx, [...writes, ...checks], before, undefined);
  return showProduct(ctx, record);
}

/** Deletes a product; its levels stay until none of their units is reserved. */
export async function deleteProduct(ctx: Context, storeId: string, segment: string): Promise<void> {
  const product = await productKind.existing(storeId, segment, { ctx });
  await transact(ctx, [
    ...productKind.removal(product),
    ...skuReleases(product).slice(0, MAX_FREED_SKUS),
    ...releaseWrites(storeId, "products"),
    announce(ctx, "product.deleted", products, product),
  ]);
}

/** A changed product and the writes that belong to it. */
interface ProductChange {
  product: Product;
  /** Writes that belong in the product's own transaction. */
  checks: Write[];
  /** Claims of SKUs and stock levels, which may be written before the product. */
  before: Write[];
  stock: InventoryLevel[];
}

async function applyInput(
  ctx: Context,
  old: Product,
  input: UpdateProduct,
  failed: Failure,
): Promise<ProductChange> {
  const { store_id } = old;
  const { blocks, taxonomies, variants } = input;
  const stocks = variants?.some(({ inventory }) => inventory && inventory.length > 0);
  const [checked, taxonomyEntries, tenant, place] = await sideBySide([
    blocks ? checkBlocksAndReferences(store_id, blocks, old.blocks) : undefined,
    taxonomies ? checkTaxonomyEntries(ctx, store_id, taxonomies) : undefined,
    getTenant(ctx, store_id),
    stocks ? openLocations(ctx, store_id) : undefined,
  ]);
  const shelf = { store_id, markets: tenant.configs.markets ?? [], locations: place?.locations ?? [] };
  const variantChanges = await changeVariants(ctx, shelf, old.variants, variants ?? []);
  if (variantChanges.variants.length > MAX_VARIANTS)
    throw failed({ why: `a product has at most ${MAX_VARIANTS} variants` });
  const product = changedRecord(Product, old, input, {
    blocks: checked,
    taxonomies: taxonomyEntries?.entries,
    variants: variantChanges.variants,
    updated_at: ctx.now(),
  });
  checkSize(product, termsOf(product));
  const skuChanges = await skuWrites(ctx, old, old.variants, product.variants);
  const [first] = skuChanges.errors;
  if (first) throw failed({ why: first.message, validationErrors: skuChanges.errors });
  const stock = await startLevels(ctx, old, variantChanges.opening);
  const levels = place ? await levelWrites(ctx, old, variantChanges.levels, place.stillOpen) : [];
  const gone = await deleteVariants(old, variantChanges.dropped, failed);
  const opens = place && variantChanges.opening.length > 0 && !levels.includes(place.stillOpen);
  return {
    product,
    checks: [
      ...(taxonomyEntries?.checks ?? []),
      ...skuChanges.freed,
      ...gone,
      ...levels,
      ...(opens ? [place.stillOpen] : []),
    ],
    before: [...skuChanges.claims, ...stock.writes],
    stock: stock.made,
  };
}

async function startLevels(
  ctx: Context,
  { store_id, id, variants }: Product,
  opening: RequestedLevel[],
): Promise<{ writes: Write[]; made: InventoryLevel[] }> {
  const writes: Write[] = [];
  const made: InventoryLevel[] = [];
  for (const [variant_id, levels] of Map.groupBy(opening, (each) => each.variant_id)) {
    const variant = { store_id, product_id: id, variant_id };
    if (variants.some((each) => each.id === variant_id)) {
      writes.push(...(await reopenLevels(ctx, variant, levels)));
      continue;
    }
    const first = firstLevels(ctx, variant, levels);
    writes.push(...first.writes);
    made.push(...first.made);
  }
  return { writes, made };
}

async function deleteVariants({ store_id }: Product, dropped: string[], failed: Failure): Promise<Write[]> {
  const writes: Write[] = [];
  for (const id of dropped) {
    const own = await variantRemoval(store_id, id);
    if (!own) throw failed({ why: `the variant ${id} was ordered: set its status to archived` });
    writes.push(...own);
  }
  if (writes.length > MAX_REMOVALS)
    throw failed({ why: "it deletes too many variants with their levels: delete fewer in one change" });
  return writes;
}

/** The writes of a product with changed fields and its event, without the checks of an input. */
export function productReplacement(ctx: Context, before: Stored<Product>, changes: Partial<Product>) {
  const after = { ...before, ...changes, updated_at: ctx.now() };
  return updateKind.replacement(ctx, "product.updated", before, after);
}
