import { readRequest } from "#console/shared/api/queries.ts";
import { IconCustomers } from "#console/shared/icons.ts";
import { recordSearch, screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "customers",
  title: ["Customers", "Kundschaft"],
  needs: "listCustomers",
  navigation: { group: "main", place: 30, icon: IconCustomers, letter: "c" },
  search: [
    "query",
    "sort_field",
    "sort_direction",
    "cursor",
    "view",
    "columns",
    "tags",
    "last_seen_from",
    "last_seen_to",
  ],
  recordSearch: recordSearch("listCustomers", ({ id, name, email, phone }) => ({
    name: name ?? email ?? phone ?? id,
    path: `customers/${id}`,
    more: email ?? "",
  })),
  prefetch: (_params, { view: _view, columns: _columns, ...rest }) => [
    readRequest("listCustomers", {}, { limit: "50", ...rest } as never),
  ],
  page: () => import("./page.tsx"),
});
