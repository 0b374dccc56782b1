import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/api-tokens",
  title: ["API tokens", "API-Schlüssel"],
  needs: "listApiTokens",
  searchWords: "settings developer key",
  about: ["Let programs act in your name", "Programme in deinem Namen handeln lassen"],
  navigation: { group: "settings", place: 130, icon: undefined },
  prefetch: () => [readRequest("listApiTokens", {}, { limit: 100 })],
  page: () => import("./page.tsx"),
});
