import { ask } from "#console/shared/api/queries.ts";
import { IconPromotions } from "#console/shared/icons.ts";
import { finder, screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "promotions",
  title: ["Promotions", "Aktionen"],
  needs: "listPromoCodes",
  navigation: { group: "main", place: 60, icon: IconPromotions, letter: "r" },
  search: ["query", "cursor", "view", "columns", "status"],
  finds: finder("listPromoCodes", ({ id, code }) => ({ name: code, path: `promotions/${id}` })),
  loads: (_params, { view: _view, columns: _columns, ...asked }) => [
    ask("listPromoCodes", {}, { limit: "50", ...asked } as never),
    ask("listMarkets", {}),
  ],
  page: () => import("./page.tsx"),
});
