import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/setup",
  title: ["Setup", "Einrichtung"],
  needs: "updateStore",
  searchWords: "settings checklist begin",
  about: ["What is left to do before you open", "Was vor dem Öffnen noch zu tun ist"],
  navigation: { group: "settings", place: 150, icon: undefined },
  prefetch: () => [readRequest("getSetup", {})],
  page: () => import("./page.tsx"),
});
