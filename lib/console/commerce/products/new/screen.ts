import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";
import { CATEGORIES } from "../search.ts";

export const SCREEN = screen({
  path: "products/new",
  title: ["New product", "Neues Produkt"],
  needs: "createProduct",
  makes: ["New product", "Neues Produkt"],
  loads: () => [
    ask("listMarkets", {}),
    ask("listLocations", {}),
    ask("listTaxonomies", {}, CATEGORIES as never),
  ],
  page: () => import("./page.tsx"),
});
