import { readRequest } from "#console/shared/api/queries.ts";
import { nameOf } from "#console/shared/blocks.ts";
import { IconProducts } from "#console/shared/icons.ts";
import { recordSearch, screen } from "#console/shared/screen.ts";
import { CATEGORY_QUERY, HYDRATE_QUERY, PRODUCT_SEARCH, PRODUCT_VIEWS } from "../search.ts";

export const SCREEN = screen({
  path: "products",
  title: ["Products", "Produkte"],
  needs: "listProducts",
  navigation: { group: "main", place: 40, icon: IconProducts, letter: "p" },
  search: PRODUCT_SEARCH,
  recordSearch: recordSearch("listProducts", (product) => ({
    name: nameOf(product, []),
    path: `products/${product.id}`,
    more: product.key,
  })),
  prefetch: (_params, { view, columns: _columns, ...rest }) => [
    readRequest("listTaxonomies", {}, CATEGORY_QUERY as never),
    readRequest("listProducts", {}, {
      limit: "50",
      ...HYDRATE_QUERY,
      ...PRODUCT_VIEWS.find(({ name }) => name === view)?.query,
      ...rest,
    } as never),
  ],
  page: () => import("./page.tsx"),
});
