import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/services/$id",
  title: ["Service", "Leistung"],
  needs: "getService",
  loads: ({ id = "" }) => [
    ask("getService", { serviceId: id }),
    ask("listMarkets", {}),
    ask("listProviders", {}, { limit: 100 }),
  ],
  page: () => import("./page.tsx"),
});
