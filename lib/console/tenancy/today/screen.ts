import { readRequest } from "#console/shared/api/queries.ts";
import { IconToday } from "#console/shared/icons.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "today",
  title: ["Today", "Heute"],
  needs: "getToday",
  navigation: { group: "main", place: 10, icon: IconToday, letter: "t" },
  prefetch: () => [readRequest("getToday", {})],
  page: () => import("./page.tsx"),
});
