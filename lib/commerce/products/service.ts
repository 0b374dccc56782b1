import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import type { Read, ReadBatch } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { ListCondition } from "#core/records/list.ts";
import { partOf } from "#core/records/record.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { InventoryLevel } from "#lib/commerce/inventory/schema.ts";
import { namesByLanguage, textIn } from "#lib/content/blocks/names-schema.ts";
import { mediaInBlocks } from "#lib/content/blocks/service.ts";
import { hydrate } from "#lib/content/entries/hydrate.ts";
import { slotsOfBlocks } from "#lib/content/nodes/hydrate.ts";
import { taxonomyFilter } from "#lib/content/taxonomies/service.ts";
import { productKind } from "./kind.ts";
import { readWithStock } from "./read-with-stock.ts";
import type { Product, ProductLookup, ProductQuery, ProductView, Variant } from "./schema.ts";
import { readStockSums, stockGeneration } from "./stock-sums.ts";
import { products, termsOf } from "./table.ts";
import { isInStock, levelsOfProducts, type StockSums, viewProduct, viewProductBySums } from "./view.ts";

/** Finds a product by id, key or slug. Only callers who may READ the store see drafts and archived products. */
export async function getProduct(
  ctx: Context,
  storeId: string,
  segment: string,
  { hydrate: hydrated, ...query }: z.output<typeof ProductLookup> = {},
): Promise<ProductView> {
  let stock: InventoryLevel[] = [];
  const reading = async (id: string, batch?: ReadBatch) => {
    const found = await readWithStock(storeId, id, batch);
    stock = found.stock;
    return found.product;
  };
  const product = await productKind.get(ctx, storeId, segment, query, { reading });
  const view = viewProduct(product, stock, await ctx.may("READ", storeId));
  const [whole = view] = await hydrateProducts(ctx, storeId, [view], hydrated);
  return whole;
}

export async function listProducts(
  ctx: Context,
  storeId: string,
  query: ProductQuery,
): Promise<Page<ProductView>> {
  const { hydrate: hydrated, price_from, price_to, market, in_stock, match_all, taxonomies, ...rest } = query;
  const taxonomyCondition =
    taxonomies && (await conditionOfTaxonomies(ctx, storeId, taxonomies, match_all !== false));
  if (taxonomies && !taxonomyCondition) return { items: [], cursor: null };
  const seesAll = await ctx.may("READ", storeId);
  const reading = seesAll && in_stock === undefined ? undefined : stockGeneration(storeId, ctx.now());
  const known = new Map<string, StockSums>();
  const listing = productKind.list(ctx, storeId, rest, {
    terms: taxonomyCondition?.terms ?? [],
    where: productCondition(query, taxonomyCondition, reading, known),
  });
  const [page, read] = await sideBySide([listing, reading]);
  const sums = known.size > 0 || seesAll ? known : await readStockSums(read, page.items);
  const items = seesAll
    ? await withLevels(page.items)
    : page.items.map((each) => viewProductBySums(each, sums.get(each.id)));
  return { ...page, items: await hydrateProducts(ctx, storeId, items, hydrated) };
}

/**
 * The conditions that index terms cannot answer; `undefined` if there are none.
 *
 * @param known receives the stock that is read
 */
function productCondition(
  query: ProductQuery,
  taxonomyCondition: TaxonomyCondition | undefined,
  reading: ReturnType<typeof stockGeneration> | undefined,
  known: Map<string, StockSums>,
): ListCondition<Product> | undefined {
  const { price_from, price_to, market, in_stock, match_all, taxonomies } = query;
  const asks = [price_from, price_to, market, in_stock, match_all, taxonomies];
  const priced = [price_from, price_to, market].some((value) => value !== undefined);
  if (!priced && in_stock === undefined && !taxonomyCondition?.fits) return undefined;
  const readStock = async (some: readonly Product[]) => {
    for (const [id, sums] of await readStockSums(await reading, some)) known.set(id, sums);
    return some.length;
  };
  return {
    parameters: asks,
    ...(in_stock === undefined ? {} : { reads: { load: readStock } }),
    fits: (product) =>
      fitsQuery(product, known.get(product.id), query) && taxonomyCondition?.fits?.(product) !== false,
  };
}

/** Members of the store see levels, which may be slightly outdated in a list. */
async function withLevels(found: Product[]): Promise<ProductView[]> {
  const levels = await levelsOfProducts(found, { consistent: false });
  return found.map((product) => viewProduct(product, levels, true));
}

export function productRead(storeId: string, id: string): Read<Stored<Product>> {
  return products.read({ store_id: storeId, id });
}

/** The media of a product, and the condition that the product is unchanged. */
export async function mediaOfProduct(
  storeId: string,
  id: string,
): Promise<{ mediaIds: string[]; unchanged: Write } | undefined> {
  const product = await products.find({ store_id: storeId, id });
  return product && { mediaIds: mediaInBlocks(blocksOf(product)), unchanged: products.check(product) };
}

/** Replaces references in blocks by the records that they name, if requested. */
async function hydrateProducts(
  ctx: Context,
  storeId: string,
  items: ProductView[],
  fills: boolean | undefined,
): Promise<ProductView[]> {
  if (!fills) return items;
  // A clone loses the version, so it is added again.
  const copies = items.map((product) => partOf(product, structuredClone(product)));
  await hydrate(
    ctx,
    storeId,
    copies,
    copies.flatMap((product) => slotsOfBlocks(blocksOf(product))),
  );
  return copies;
}

function blocksOf({ blocks, variants }: Product): Product["blocks"] {
  return [...blocks, ...variants.flatMap(({ attributes }) => attributes)];
}

interface TaxonomyCondition {
  terms: string[];
  /** Further check if it is enough that one of several taxonomies matches, which index terms cannot express. */
  fits?: (product: Product) => boolean;
}

/** The taxonomy filter of a list; `undefined` if nothing can match. */
async function conditionOfTaxonomies(
  ctx: Context,
  storeId: string,
  filters: NonNullable<ProductQuery["taxonomies"]>,
  all: boolean,
): Promise<TaxonomyCondition | undefined> {
  if (all || filters.length === 1) {
    const terms = await taxonomyFilter(ctx, storeId, filters);
    return terms && { terms };
  }
  const each = await sideBySide(filters.map((filter) => taxonomyFilter(ctx, storeId, [filter])));
  const known = each.filter((terms) => terms !== undefined);
  if (known.length === 0) return undefined;
  const passes = (product: Product) => {
    const terms = new Set(termsOf(product));
    return known.some((needed) => needed.every((term) => terms.has(term)));
  };
  return { terms: [], fits: passes };
}

function fitsQuery(
  product: Product,
  stock: StockSums = new Map(),
  { price_from, price_to, market, in_stock }: ProductQuery,
): boolean {
  const asksPrice = [price_from, price_to, market].some((value) => value !== undefined);
  if (!asksPrice && in_stock === undefined) return true;
  const sold = product.variants.filter(({ status }) => status === "active");
  const priced = (variant: Variant) =>
    variant.prices.some(
      (price) =>
        (market === undefined || price.market === market) &&
        price.amount >= (price_from ?? 0) &&
        price.amount <= (price_to ?? Number.POSITIVE_INFINITY),
    );
  const candidates = asksPrice ? sold.filter(priced) : sold;
  if (in_stock === false)
    return !candidates.some((variant) => isInStock(variant, stock)) && (!asksPrice || candidates.length > 0);
  return candidates.some((variant) => in_stock === undefined || isInStock(variant, stock));
}

/** The name in the first language that has one, else in any language, else the key. */
export function productName(
  { key, blocks }: Pick<Product, "key" | "blocks">,
  languages: readonly string[],
): string {
  return textIn(namesByLanguage(blocks), languages) ?? key;
}
