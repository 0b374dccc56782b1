import * as z from "zod";
import {
  anyCase,
  nonBlankText,
  noRepeats,
  page,
  queryBoolean,
  queryInt,
  queryList,
} from "#core/http/page.ts";
import { expectedVersion, LookupQuery, RecordKey, RecordQuery } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";
import { InventoryLevelInput, InventoryLevelView } from "#lib/commerce/inventory/schema.ts";
import { Block, BlockInputs, BlockView, SlugMap } from "#lib/content/blocks/schema.ts";
import {
  TaxonomyEntries,
  TaxonomyEntry,
  TaxonomyEntryView,
  TaxonomyFilterQuery,
} from "#lib/content/taxonomies/schema.ts";
import { MAX_GRAMS, MAX_MONEY } from "#lib/tenancy/tenants/market-schema.ts";

export const STATUSES = ["draft", "active", "archived"] as const;
const VARIANT_STATUSES = ["active", "archived"] as const;
export const MAX_VARIANTS = 100;

export const Price = z.object({
  /** Key of the market. */
  market: z.string(),
  currency: z.string(),
  amount: z.int(),
  compare_at: z.int().nullable(),
});
export type Price = z.output<typeof Price>;
const PriceView = Price.pick({ market: true, currency: true, amount: true, compare_at: true });

/** A stored variant; its stock is stored elsewhere. */
export const Variant = z.object({
  id: z.string(),
  sku: z.string().nullable(),
  status: z.enum(VARIANT_STATUSES),
  prices: z.array(Price),
  attributes: z.array(Block),
  weight: z.int().nullable(),
  requires_shipping: z.boolean(),
  tax_category_id: z.string().nullable(),
  /** Whether its units are counted; an uncounted variant never runs out. */
  counted: z.boolean(),
});
export type Variant = z.output<typeof Variant>;

export const Product = z.object({
  id: z.string(),
  store_id: z.string(),
  key: z.string(),
  slug: z.record(z.string(), z.string()),
  blocks: z.array(Block),
  taxonomies: z.array(TaxonomyEntry),
  variants: z.array(Variant),
  status: z.enum(STATUSES),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Product = z.output<typeof Product>;

/** Events do not contain stock. */
export const VariantEvent = Variant.pick({
  id: true,
  sku: true,
  status: true,
  weight: true,
  requires_shipping: true,
  tax_category_id: true,
  counted: true,
}).extend({ prices: z.array(PriceView), attributes: z.array(BlockView) });

/** A level, for callers who may READ the store. A visitor gets one element with the sum and no location. */
const StockRow = InventoryLevelView.partial().required({ available: true });

/** A variant with its current stock. */
export const VariantView = VariantEvent.extend({
  /** Sum of the levels above zero; null if it is not counted. */
  available: z.int().nullable(),
  inventory: z.array(StockRow),
});

/** A line of an export recreates the product, also in another store. */
export const ExportedProduct = Product.pick({ key: true, status: true, slug: true }).extend({
  blocks: z.array(BlockView),
  taxonomies: z.array(TaxonomyEntryView),
  variants: z.array(
    VariantEvent.pick({
      sku: true,
      status: true,
      weight: true,
      requires_shipping: true,
      tax_category_id: true,
      prices: true,
      attributes: true,
    }).extend({
      inventory: z.array(
        InventoryLevelView.pick({ location_id: true, available: true, backorder: true, low_at: true }),
      ),
    }),
  ),
});

export const ProductEvent = Product.pick({
  id: true,
  store_id: true,
  key: true,
  slug: true,
  status: true,
  created_at: true,
  updated_at: true,
}).extend({
  blocks: z.array(BlockView),
  taxonomies: z.array(TaxonomyEntryView),
  variants: z.array(VariantEvent),
});

export const ProductView = ProductEvent.extend({
  variants: z.array(VariantView),
  version: recordVersion(),
}).meta({
  examples: [
    {
      id: "prod_01j9z3k4m5n6p7q8r9s0t1v2w3",
      store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
      key: "mug",
      slug: { en: "mug" },
      blocks: [
        {
          id: "name",
          key: "name",
          type: "LOCALIZED_TEXT",
          properties: {},
          value: [{ en: "Mug", de: "Becher" }],
        },
      ],
      taxonomies: [],
      variants: [
        {
          id: "var_01j9z3k4m5n6p7q8r9s0t1v2w3",
          sku: "MUG-BLUE",
          status: "active",
          prices: [{ market: "eu", currency: "EUR", amount: 1200, compare_at: null }],
          attributes: [],
          weight: 350,
          requires_shipping: true,
          tax_category_id: null,
          counted: true,
          available: 12,
          inventory: [{ available: 12 }],
        },
      ],
      status: "active",
      created_at: 1790000000,
      updated_at: 1790000000,
    },
  ],
});
export type ProductView = z.input<typeof ProductView>;
export const ProductPage = page(ProductView);

const Amount = z.int().min(0).max(MAX_MONEY);

const PriceInput = z.object({
  market: nonBlankText(100),
  /** Currency of the market. */
  currency: z.string().trim().toUpperCase().max(10).nullish(),
  amount: Amount,
  compare_at: Amount.nullish(),
});

export const VariantInput = z.object({
  id: z.string().min(1).max(200).nullish(),
  /** Null clears it. */
  sku: nonBlankText(100).normalize().nullish(),
  status: anyCase(VARIANT_STATUSES).nullish(),
  prices: z.array(PriceInput).max(100).superRefine(noRepeats("market")).nullish(),
  inventory: z.array(InventoryLevelInput).max(100).nullish(),
  attributes: BlockInputs.nullish(),
  /** Grams. Null clears it. */
  weight: z.int().min(0).max(MAX_GRAMS).nullish(),
  requires_shipping: z.boolean().nullish(),
  /** Null or an empty text clears it. */
  tax_category_id: z
    .string()
    .max(100)
    .transform((id) => id || null)
    .nullish(),
  delete: z.boolean().nullish(),
});
export type VariantInput = z.output<typeof VariantInput>;

const inputFields = {
  slug: SlugMap.nullish(),
  blocks: BlockInputs.nullish(),
  taxonomies: TaxonomyEntries.nullish(),
  // More than `MAX_VARIANTS` are refused later, with an error of the product.
  variants: z.array(VariantInput).max(1000).nullish(),
  status: anyCase(STATUSES).nullish(),
};

export const CreateProduct = z.object({ ...inputFields, key: RecordKey }).meta({
  examples: [
    {
      key: "mug",
      status: "active",
      blocks: [{ key: "name", type: "LOCALIZED_TEXT", value: [{ en: "Mug", de: "Becher" }] }],
      variants: [
        {
          sku: "MUG-BLUE",
          prices: [{ market: "eu", amount: 1200 }],
          inventory: [{ available: 12 }],
          weight: 350,
        },
      ],
    },
  ],
});
export type CreateProduct = z.output<typeof CreateProduct>;

export const UpdateProduct = z
  .object({ ...inputFields, key: RecordKey.nullish(), version: expectedVersion })
  .meta({ examples: [{ status: "active" }] });
export type UpdateProduct = z.output<typeof UpdateProduct>;

const hydrate = queryBoolean.optional();

export const ProductLookup = LookupQuery.safeExtend({ hydrate });

export const ProductQuery = RecordQuery.extend({
  status: anyCase(STATUSES).optional(),
  statuses: queryList.pipe(z.array(anyCase(STATUSES)).min(1)).optional(),
  taxonomies: TaxonomyFilterQuery.optional(),
  /** Whether all taxonomies must match; true by default. */
  match_all: queryBoolean.optional(),
  /** Minor units in the named market, or in any. */
  price_from: queryInt(0, MAX_MONEY).optional(),
  price_to: queryInt(0, MAX_MONEY).optional(),
  market: z.string().max(100).optional(),
  in_stock: queryBoolean.optional(),
  hydrate,
});
export type ProductQuery = z.output<typeof ProductQuery>;
