import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/mail",
  title: ["Mail", "E-Mail"],
  needs: "getBusiness",
  searchWords: "settings support reply bounce",
  about: ["Where answers go, and how mails arrive", "Wohin Antworten gehen und wie E-Mails ankommen"],
  navigation: { group: "settings", place: 100, icon: undefined },
  prefetch: () => [readRequest("getBusiness", {}), readRequest("getMailStats", {})],
  page: () => import("./page.tsx"),
});
