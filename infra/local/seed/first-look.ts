import { FEATURED } from "#infra/local/shop/featured.ts";
import type { SeedApi } from "./api.ts";

/** Pixels: the widths of the pictures on the shop's home page. */
const WIDTHS = [320, 640];

/**
 * Requests what the home page of the example shop will show: its code, its products and their pictures. So they are
 * made before a person looks.
 */
export async function seedFirstLook(api: SeedApi): Promise<string[]> {
  const { headers } = await fetch(`${api.address}/_local/shop`, { redirect: "manual" });
  const shop = headers.get("location") ?? "";
  await (await fetch(new URL("/app.ts", shop))).text();
  const query = { limit: "40", hydrate: "true", market: "eu" };
  const { items } = await api.get(`/v1/stores/${api.store.id}/products`, { query });
  const products = Array.isArray(items) ? items.filter(({ key }) => FEATURED.includes(key)) : [];
  const urls = products
    .flatMap(pictureUrl)
    .flatMap((url) => WIDTHS.map((width) => `${url}?format=webp&w=${width}`));
  await Promise.all(urls.map(async (url) => (await fetch(url)).arrayBuffer()));
  return [];
}

function pictureUrl({ blocks }: Record<string, unknown>): string[] {
  const pictures = Array.isArray(blocks) ? blocks.find(({ key }) => key === "pictures") : undefined;
  const url = pictures?.value?.[0]?.url;
  return typeof url === "string" ? [url] : [];
}
