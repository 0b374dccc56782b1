import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/working-hours",
  title: ["Working hours", "Arbeitszeiten"],
  needs: "listProviders",
  searchWords: "settings opening times holidays appointments",
  about: ["When each of your providers can be booked", "Wann sich bei wem buchen lässt"],
  navigation: { group: "settings", place: 80, icon: undefined },
  search: ["provider"],
  prefetch: () => [readRequest("listProviders", {}, { limit: 100 })],
  page: () => import("./page.tsx"),
});
