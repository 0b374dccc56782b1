import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/services/$id",
  title: ["Service", "Leistung"],
  needs: "getService",
  prefetch: ({ id = "" }) => [
    readRequest("getService", { serviceId: id }),
    readRequest("listMarkets", {}),
    readRequest("listProviders", {}, { limit: 100 }),
  ],
  page: () => import("./page.tsx"),
});
