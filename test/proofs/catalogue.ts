import { newId } from "#core/id.ts";
import { DAY } from "#core/seconds.ts";
import { products as routes } from "#functions/commerce/products/routes.ts";
import type { Product, ProductQuery } from "#lib/commerce/products/schema.ts";
import { listProducts } from "#lib/commerce/products/service.ts";
import { products } from "#lib/commerce/products/table.ts";
import { ok } from "#test/support/client.ts";
import { createGoods } from "#test/support/shop.ts";
import { bulkWrite, watchCalls } from "#test/support/table.ts";
import { openStore, testContext } from "#test/support/world.ts";

const CHUNK_SIZE = 2000;
const PAGE_LIMIT = 50;
const RARE_PRODUCTS = 60;

const QUERIES: Record<string, ProductQuery> = {
  newest: {},
  "by update": { sort_field: "updated_at" },
  "by key": { sort_field: "key" },
  "a word of all": { query: "thing" },
  "a word of few": { query: "rare" },
  "in stock": { in_stock: true },
  "by price": { price_from: 1000, market: "eu" },
};

/** Opens a store with `count` products, sixty of them with the word `rare`. */
export async function openCatalogue(count: number): Promise<string> {
  const store = await openStore();
  const { product_id } = await createGoods(store, "thing", { amount: 1200, units: null });
  const view = await ok(routes.getProduct, {
    params: { storeId: store.id, productId: product_id },
    as: store.owner,
  });
  const model = await products.find({ store_id: store.id, id: view.id });
  if (!model) throw new Error("The new product is not there.");
  const every = Math.floor(count / RARE_PRODUCTS);
  const from = Date.now() / 1000 - 20 * DAY;
  for (let start = 0; start < count; start += CHUNK_SIZE) {
    const length = Math.min(CHUNK_SIZE, count - start);
    const writes = Array.from({ length }, (_, offset) => {
      const index = start + offset;
      return products.create(
        copyOfProduct(
          model,
          `thing-${index}${index % every === 0 ? "-rare" : ""}`,
          from + (index * 10 * DAY) / count,
        ),
      );
    });
    await bulkWrite(writes);
  }
  return store.id;
}

function copyOfProduct(model: Product, key: string, at: number): Product {
  return { ...model, id: newId("prod", at), key, updated_at: Math.floor(at) };
}

/** Read units of the first two pages of each list. */
export async function pageCosts(storeId: string): Promise<Map<string, number>> {
  const ctx = testContext({ actor: { kind: "nobody" }, may: async () => false });
  const costs = new Map<string, number>();
  for (const [name, query] of Object.entries(QUERIES)) {
    let cursor: string | undefined;
    for (const page of [1, 2]) {
      const asked = { ...query, limit: PAGE_LIMIT, cursor };
      const { result, units } = await watchCalls(() => listProducts(ctx, storeId, asked));
      costs.set(`${name}, page ${page}`, units);
      cursor = result.cursor ?? undefined;
      if (cursor === undefined) break;
    }
  }
  return costs;
}
