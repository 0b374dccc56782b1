import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "promotions/new",
  title: ["New promo code", "Neuer Aktionscode"],
  needs: "createPromoCode",
  makes: ["New promo code", "Neuer Aktionscode"],
  search: ["like"],
  loads: (_params, { like }) => [
    ask("listMarkets", {}),
    ...(like ? [ask("getPromoCode", { promoCodeId: like })] : []),
  ],
  page: () => import("./page.tsx"),
});
