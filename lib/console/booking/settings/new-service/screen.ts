import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/services/new",
  title: ["New service", "Neue Leistung"],
  needs: "createService",
  createLabel: ["New service", "Neue Leistung"],
  prefetch: () => [readRequest("listMarkets", {}), readRequest("listProviders", {}, { limit: 100 })],
  page: () => import("./page.tsx"),
});
