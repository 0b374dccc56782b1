import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "promotions/$id",
  title: ["Promo code", "Aktionscode"],
  needs: "getPromoCode",
  prefetch: ({ id = "" }) => [
    readRequest("getPromoCode", { promoCodeId: id }),
    readRequest("listMarkets", {}),
  ],
  page: () => import("./page.tsx"),
});
