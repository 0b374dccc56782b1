import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "products/import",
  title: ["Import products", "Produkte importieren"],
  needs: "createImport",
  makes: ["Import products", "Produkte importieren"],
  search: ["import"],
  loads: () => [ask("listMarkets", {}), ask("listLocations", {})],
  page: () => import("./page.tsx"),
});
