import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "orders/new",
  title: ["New order", "Neue Bestellung"],
  needs: "createOrder",
  makes: ["New order", "Neue Bestellung"],
  loads: () => [ask("listMarkets", {})],
  page: () => import("./page.tsx"),
});
