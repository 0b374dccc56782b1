import { readRequest } from "#console/shared/api/queries.ts";
import { IconPromotions } from "#console/shared/icons.ts";
import { recordSearch, screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "promotions",
  title: ["Promotions", "Aktionen"],
  needs: "listPromoCodes",
  navigation: { group: "main", place: 60, icon: IconPromotions, letter: "r" },
  search: ["query", "cursor", "view", "columns", "status"],
  recordSearch: recordSearch("listPromoCodes", ({ id, code }) => ({ name: code, path: `promotions/${id}` })),
  prefetch: (_params, { view: _view, columns: _columns, ...rest }) => [
    readRequest("listPromoCodes", {}, { limit: "50", ...rest } as never),
    readRequest("listMarkets", {}),
  ],
  page: () => import("./page.tsx"),
});
