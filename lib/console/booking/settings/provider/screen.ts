import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/providers/$id",
  title: ["Provider", "Mitarbeitende"],
  needs: "getProvider",
  prefetch: ({ id = "" }) => [
    readRequest("getProvider", { providerId: id }),
    readRequest("listServices", {}, { limit: 100 }),
  ],
  page: () => import("./page.tsx"),
});
