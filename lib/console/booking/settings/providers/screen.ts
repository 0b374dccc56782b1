import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/providers",
  title: ["Providers", "Mitarbeitende"],
  needs: "listProviders",
  searchWords: "settings staff rooms appointments",
  about: ["People, rooms or things that are booked", "Menschen, Räume oder Dinge, die gebucht werden"],
  navigation: { group: "settings", place: 70, icon: undefined },
  search: ["query", "cursor", "columns", "status"],
  prefetch: (_params, { columns: _columns, ...rest }) => [
    readRequest("listProviders", {}, { limit: "50", ...rest } as never),
  ],
  page: () => import("./page.tsx"),
});
