import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/services",
  title: ["Services", "Leistungen"],
  needs: "listServices",
  searchWords: "settings appointments",
  about: [
    "What can be booked, how long and for how much",
    "Was sich buchen lässt, wie lange und für wie viel",
  ],
  navigation: { group: "settings", place: 60, icon: undefined },
  search: ["query", "cursor", "columns", "status"],
  prefetch: (_params, { columns: _columns, ...rest }) => [
    readRequest("listServices", {}, { limit: "50", ...rest } as never),
  ],
  page: () => import("./page.tsx"),
});
