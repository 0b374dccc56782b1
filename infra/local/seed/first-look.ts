import { FEATURED } from "#infra/local/shop/featured.ts";
import type { SeedApi } from "./api.ts";

/** Pixels: the widths of the pictures on the shop's home page. */
const WIDTHS = [320, 640];

/**
 * Lets the example shop show the demo store, and requests what its home page shows: its code, its products and their
 * pictures. So they are made before a person looks.
 */
export async function seedFirstLook(api: SeedApi): Promise<string[]> {
  const body = JSON.stringify({ store: api.store.id });
  const { headers } = await fetch(`${api.address}/_local/shop`, { method: "PUT", body });
  const shop = headers.get("location") ?? "";
  await (await fetch(new URL("/app.ts", shop))).text();
  const query = { limit: "40", hydrate: "true", market: "eu" };
  const { items } = await api.get(`/v1/stores/${api.store.id}/products`, { query });
  const products = Array.isArray(items) ? items.filter(({ key }) => FEATURED.includes(key)) : [];
  const urls = products
    .flatMap(pictureUrl)
    .flatMap((url) => WIDTHS.map((width) => `${url}?format=webp&w=${width}`));
  await Promise.all(urls.map(async (url) => (await fetch(url)).arrayBuffer()));
  return [`an example shop to look at: ${api.address}/_local/shop`];
}

function pictureUrl({ blocks }: Record<string, unknown>): string[] {
  const pictures = Array.isArray(blocks) ? blocks.find(({ key }) => key === "pictures") : undefined;
  const url = pictures?.value?.[0]?.url;
  return typeof url === "string" ? [url] : [];
}
