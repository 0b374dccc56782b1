import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/services/new",
  title: ["New service", "Neue Leistung"],
  needs: "createService",
  makes: ["New service", "Neue Leistung"],
  loads: () => [ask("listMarkets", {}), ask("listProviders", {}, { limit: 100 })],
  page: () => import("./page.tsx"),
});
