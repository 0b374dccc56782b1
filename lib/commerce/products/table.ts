import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { facet, narrowingFacet, searchTerms } from "#core/dynamo/terms.ts";
import { nameEntity } from "#core/records/names.ts";
import { PRODUCT_EVENTS } from "./events.ts";
import { namesIn, productTaxonomyTerms } from "./found-schema.ts";
import { Product, ProductEvent } from "./schema.ts";

export const products = entity({
  name: "product",
  schema: Product,
  pk: "TENANT#{store_id}#PRODUCT",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#PRODUCT#{status}",
    by_updated: "{updated_at}#{id}",
    by_key: "{key}#{id}",
  },
  terms: termsOf,
  asText: { but: [] },
  holdsSums: true,
  tenant: "store_id",
  announces: { events: PRODUCT_EVENTS, shows: ProductEvent },
  deletion: { tenant: "partition", person: "unaffected" },
});

export const productNames = nameEntity(products);

/** The claim of a SKU by one variant of a store. */
export const skus = entity({
  name: "sku",
  schema: z.object({
    store_id: z.string(),
    sku: z.string(),
    product_id: z.string(),
    variant_id: z.string(),
    claimed_at: z.int(),
  }),
  pk: "TENANT#{store_id}#SKU",
  sk: "{sku}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The search terms of a product: words, taxonomies and the values of taxonomy fields. */
export function termsOf(product: Product): string[] {
  const { taxonomies, values } = productTaxonomyTerms(product);
  const { key, slug, variants } = product;
  const codes = variants.map(({ sku }) => sku);
  return [
    ...searchTerms(
      [key, ...namesIn(product), ...Object.values(slug), ...codes],
      taxonomies.map((id) => facet("taxonomy", id)),
    ),
    ...values.map(({ name, value }) => narrowingFacet(name, value)),
  ];
}
