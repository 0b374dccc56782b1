import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/webhooks",
  title: ["Webhooks", "Webhooks"],
  needs: "listWebhooks",
  searchWords: "settings developer events",
  about: ["Tell other systems what happens", "Anderen Systemen sagen, was geschieht"],
  navigation: { group: "settings", place: 110, icon: undefined },
  prefetch: () => [readRequest("listWebhooks", {})],
  page: () => import("./page.tsx"),
});
