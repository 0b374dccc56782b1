import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/languages",
  title: ["Languages", "Sprachen"],
  needs: "getStore",
  searchWords: "settings translation",
  about: ["What your shop speaks", "Was dein Shop spricht"],
  navigation: { group: "settings", place: 40, icon: undefined },
  prefetch: () => [readRequest("getStore", {})],
  page: () => import("./page.tsx"),
});
