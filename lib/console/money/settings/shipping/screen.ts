import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/shipping",
  title: ["Shipping", "Versand"],
  needs: "listMarkets",
  searchWords: "settings delivery rates methods",
  about: ["What it costs to send goods, by zone", "Was der Versand kostet, je Zone"],
  navigation: { group: "settings", place: 30, icon: undefined },
  prefetch: () => [readRequest("listMarkets", {})],
  page: () => import("./page.tsx"),
});
