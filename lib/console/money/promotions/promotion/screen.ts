import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "promotions/$id",
  title: ["Promo code", "Aktionscode"],
  needs: "getPromoCode",
  loads: ({ id = "" }) => [ask("getPromoCode", { promoCodeId: id }), ask("listMarkets", {})],
  page: () => import("./page.tsx"),
});
