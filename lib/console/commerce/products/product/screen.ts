import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";
import { CATEGORY_QUERY, HYDRATE_QUERY } from "../search.ts";

export const SCREEN = screen({
  path: "products/$id",
  title: ["Product", "Produkt"],
  needs: "getProduct",
  prefetch: ({ id = "" }) => [
    readRequest("getProduct", { productId: id }, HYDRATE_QUERY as never),
    readRequest("listMarkets", {}),
    readRequest("listLocations", {}),
    readRequest("listTaxonomies", {}, CATEGORY_QUERY as never),
  ],
  page: () => import("./page.tsx"),
});
