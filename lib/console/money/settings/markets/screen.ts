import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/markets-and-taxes",
  title: ["Markets and taxes", "Märkte und Steuern"],
  needs: "listMarkets",
  searchWords: "settings currency vat tax",
  about: [
    "Where you sell, in which currency, with which tax",
    "Wo du verkaufst, in welcher Währung, mit welcher Steuer",
  ],
  navigation: { group: "settings", place: 20, icon: undefined },
  prefetch: () => [readRequest("listMarkets", {})],
  page: () => import("./page.tsx"),
});
