import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "promotions/new",
  title: ["New promo code", "Neuer Aktionscode"],
  needs: "createPromoCode",
  createLabel: ["New promo code", "Neuer Aktionscode"],
  search: ["like"],
  prefetch: (_params, { like }) => [
    readRequest("listMarkets", {}),
    ...(like ? [readRequest("getPromoCode", { promoCodeId: like })] : []),
  ],
  page: () => import("./page.tsx"),
});
