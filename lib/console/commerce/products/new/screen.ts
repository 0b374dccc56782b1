import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";
import { CATEGORY_QUERY } from "../search.ts";

export const SCREEN = screen({
  path: "products/new",
  title: ["New product", "Neues Produkt"],
  needs: "createProduct",
  createLabel: ["New product", "Neues Produkt"],
  prefetch: () => [
    readRequest("listMarkets", {}),
    readRequest("listLocations", {}),
    readRequest("listTaxonomies", {}, CATEGORY_QUERY as never),
  ],
  page: () => import("./page.tsx"),
});
