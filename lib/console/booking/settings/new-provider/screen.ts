import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/providers/new",
  title: ["New provider", "Neue Mitarbeitende"],
  needs: "createProvider",
  createLabel: ["New provider", "Neue Mitarbeitende"],
  prefetch: () => [readRequest("listServices", {}, { limit: 100 })],
  page: () => import("./page.tsx"),
});
