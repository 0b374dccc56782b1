import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "products/import",
  title: ["Import products", "Produkte importieren"],
  needs: "createImport",
  createLabel: ["Import products", "Produkte importieren"],
  search: ["import"],
  prefetch: () => [readRequest("listMarkets", {}), readRequest("listLocations", {})],
  page: () => import("./page.tsx"),
});
