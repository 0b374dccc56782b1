import { answer } from "@storefront-backend/client";
import { publicClient, type Schemas, storeId } from "#shop/backend.ts";
import { textOf } from "#shop/format.ts";
import type { Language } from "#shop/words.ts";

type SoldItem = { product_id: string | null; service_id: string | null };

/** Names by product or service id. */
export type Names = ReadonlyMap<string, string>;

/** Reads names in the page's language, because carts and orders have them in the store's default language. */
export async function namesIn(language: Language, items: readonly SoldItem[]): Promise<Names> {
  const productIds = [...new Set(items.flatMap(({ product_id }) => product_id ?? []))];
  const hasServices = items.some(({ service_id }) => service_id);
  const found = await Promise.all([
    productIds.length > 0 ? readProducts(productIds) : [],
    hasServices ? readServices() : [],
  ]);
  return new Map(found.flat().map(({ id, blocks }) => [id, textOf(blocks, "name", language)]));
}

export function nameOf(names: Names, { product_id, service_id }: SoldItem): string | undefined {
  return names.get(product_id ?? service_id ?? "") || undefined;
}

async function readProducts(ids: readonly string[]): Promise<Schemas["Product"][]> {
  const query = { ids: ids.join(","), limit: ids.length };
  const params = { path: { storeId }, query };
  return (await answer(publicClient.GET("/v1/stores/{storeId}/products", { params }))).items;
}

async function readServices(): Promise<Schemas["Service"][]> {
  const params = { path: { businessId: storeId } };
  return (await answer(publicClient.GET("/v1/businesses/{businessId}/services", { params }))).items;
}
