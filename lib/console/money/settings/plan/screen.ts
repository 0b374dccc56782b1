import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/plan",
  title: ["Plan", "Tarif"],
  needs: "showSubscription",
  searchWords: "settings subscription billing usage",
  about: ["What you pay, and what you use of it", "Was du zahlst und was du davon nutzt"],
  navigation: { group: "settings", place: 140, icon: undefined },
  prefetch: () => [readRequest("showSubscription", {}), readRequest("listPlans", {})],
  page: () => import("./page.tsx"),
});
