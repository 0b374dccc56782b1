import { ask } from "#console/shared/api/queries.ts";
import { nameOf } from "#console/shared/blocks.ts";
import { IconProducts } from "#console/shared/icons.ts";
import { finder, screen } from "#console/shared/screen.ts";
import { CATEGORIES, FILLED, PRODUCT_SEARCH, PRODUCT_VIEWS } from "../search.ts";

export const SCREEN = screen({
  path: "products",
  title: ["Products", "Produkte"],
  needs: "listProducts",
  navigation: { group: "main", place: 40, icon: IconProducts, letter: "p" },
  search: PRODUCT_SEARCH,
  finds: finder("listProducts", (product) => ({
    name: nameOf(product, []),
    path: `products/${product.id}`,
    more: product.key,
  })),
  loads: (_params, { view, columns: _columns, ...asked }) => [
    ask("listTaxonomies", {}, CATEGORIES as never),
    ask("listProducts", {}, {
      limit: "50",
      ...FILLED,
      ...PRODUCT_VIEWS.find(({ name }) => name === view)?.query,
      ...asked,
    } as never),
  ],
  page: () => import("./page.tsx"),
});
