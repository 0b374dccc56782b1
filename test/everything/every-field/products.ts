import { locations } from "#functions/commerce/locations/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { ok } from "#test/support/client.ts";
import { OMITTED } from "#test/support/complete-body.ts";
import { blocks, taxonomyValues } from "./content.ts";
import { OMISSION_REASONS, type Recipes } from "./recipe.ts";
import type { World } from "./world.ts";

const newCode = () => `code-${crypto.randomUUID()}`;

const variantFields = (world: World, seed: number) => ({
  id: OMITTED,
  delete: OMITTED,
  sku: newCode,
  prices: [{ market: ["eu", "us"][seed % 2], currency: ["EUR", "USD"][seed % 2] }],
  inventory: [{ location_id: world.ids.locationId, expected: 0 }],
  attributes: blocks(seed),
});

const productRecipe = {
  asks: async (world: World, seed: number) => ({
    body: {
      blocks: blocks(seed),
      taxonomies: await taxonomyValues(world, seed),
      variants: [variantFields(world, seed)],
    },
  }),
  not: {
    "variants[].id": OMISSION_REASONS.new,
    "variants[].delete": OMISSION_REASONS.gone,
    "variants[].inventory[].expected": OMISSION_REASONS.demand,
  },
};

const productChangeRecipe = {
  asks: async (world: World, seed: number) => {
    const { id: storeId, owner: as } = world;
    const body = { key: newCode(), variants: [{ sku: newCode(), weight: 1, prices: [] }] };
    const made = await ok(products.createProduct, { params: { storeId }, as, body });
    const asked = (await productRecipe.asks(world, seed)).body;
    const first = { ...variantFields(world, seed), id: made.variants[0]?.id };
    const variants = [first, variantFields(world, seed)];
    return { params: { productId: made.id }, body: { ...asked, variants } };
  },
  not: {
    "variants[].delete": OMISSION_REASONS.gone,
    "variants[].inventory[].expected": OMISSION_REASONS.demand,
  },
};

export const PRODUCTS: Recipes = {
  createProduct: productRecipe,
  updateProduct: productChangeRecipe,
  changeInventory: {
    asks: async ({ shop: { id: storeId, owner: as, mug } }, seed) => {
      const params = { storeId, productId: mug.product_id };
      const { items } = await ok(locations.listLocations, { params: { storeId }, as });
      const { inventory } = await ok(products.changeInventory, { params, as, body: { ...mug, delta: 1 } });
      const expected = inventory[0]?.available ?? 0;
      const at = { variant_id: mug.variant_id, location_id: items[0]?.id };
      return [
        { as, params, body: { ...at, delta: OMITTED, available: expected + seed, expected, counted: true } },
        { as, params, body: { ...at, delta: 1, available: OMITTED, expected: OMITTED, counted: OMITTED } },
      ];
    },
    at: {
      location_id: "inventory[0].location_id",
      available: "inventory[0].available",
      backorder: "inventory[0].backorder",
      low_at: "inventory[0].low_at",
    },
    not: { delta: OMISSION_REASONS.change, expected: OMISSION_REASONS.demand },
    read: (_, { record }) => Promise.resolve(record),
  },
  createImport: { asks: (_, seed) => ({ body: { format: ["csv", "jsonl"][seed % 2] } }) },
};
