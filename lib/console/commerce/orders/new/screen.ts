import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "orders/new",
  title: ["New order", "Neue Bestellung"],
  needs: "createOrder",
  createLabel: ["New order", "Neue Bestellung"],
  prefetch: () => [readRequest("listMarkets", {})],
  page: () => import("./page.tsx"),
});
