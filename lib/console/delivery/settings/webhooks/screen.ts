import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/webhooks",
  title: ["Webhooks", "Webhooks"],
  needs: "listWebhooks",
  words: "settings developer events",
  about: ["Tell other systems what happens", "Anderen Systemen sagen, was geschieht"],
  navigation: { group: "settings", place: 110, icon: undefined },
  loads: () => [ask("listWebhooks", {})],
  page: () => import("./page.tsx"),
});
