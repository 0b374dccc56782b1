import { namesByLanguage } from "#lib/content/blocks/names-schema.ts";
import { taxonomyTerms } from "#lib/content/taxonomies/schema.ts";
import type { Product } from "./schema.ts";

export function namesIn({ blocks }: Pick<Product, "blocks">): string[] {
  return Object.values(namesByLanguage(blocks));
}

/** The search terms of a product's taxonomies. */
export function productTaxonomyTerms({ taxonomies }: Product): ReturnType<typeof taxonomyTerms> {
  return taxonomyTerms(taxonomies);
}

/** The first picture of a product, such as `media:<id>`. */
export function pictureOf({ blocks }: Pick<Product, "blocks">): string | undefined {
  for (const { type, value } of blocks) {
    const [first] = value;
    if (type === "RELATIONSHIP_MEDIA" && typeof first === "string") return first;
  }
  return undefined;
}
