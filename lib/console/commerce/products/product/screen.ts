import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";
import { CATEGORIES, FILLED } from "../search.ts";

export const SCREEN = screen({
  path: "products/$id",
  title: ["Product", "Produkt"],
  needs: "getProduct",
  loads: ({ id = "" }) => [
    ask("getProduct", { productId: id }, FILLED as never),
    ask("listMarkets", {}),
    ask("listLocations", {}),
    ask("listTaxonomies", {}, CATEGORIES as never),
  ],
  page: () => import("./page.tsx"),
});
