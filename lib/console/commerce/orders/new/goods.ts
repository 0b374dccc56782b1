import { optionValue } from "#console/commerce/products/options.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { nameOf } from "#console/shared/blocks.ts";

/** A variant of a product that can be ordered. */
export type Good = { product_id: string; variant_id: string; name: string };

export function goodsOf(product: Schemas["Product"], languages: readonly string[]): Good[] {
  const name = nameOf(product, languages);
  const sold = product.variants.filter(({ status }) => status === "active");
  return sold.map(({ id, sku, attributes }) => {
    const values = attributes.map((each) => optionValue(each, languages[0] ?? "en")).filter(Boolean);
    const more = values.join(" / ") || (sold.length > 1 ? (sku ?? "") : "");
    return { product_id: product.id, variant_id: id, name: more ? `${name}, ${more}` : name };
  });
}
