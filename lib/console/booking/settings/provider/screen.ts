import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/providers/$id",
  title: ["Provider", "Mitarbeitende"],
  needs: "getProvider",
  loads: ({ id = "" }) => [ask("getProvider", { providerId: id }), ask("listServices", {}, { limit: 100 })],
  page: () => import("./page.tsx"),
});
