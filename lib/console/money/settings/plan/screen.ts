import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/plan",
  title: ["Plan", "Tarif"],
  needs: "showSubscription",
  words: "settings subscription billing usage",
  about: ["What you pay, and what you use of it", "Was du zahlst und was du davon nutzt"],
  navigation: { group: "settings", place: 140, icon: undefined },
  loads: () => [ask("showSubscription", {}), ask("listPlans", {})],
  page: () => import("./page.tsx"),
});
