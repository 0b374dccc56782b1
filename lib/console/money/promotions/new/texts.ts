import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  { promotions: "Promotions", title: "New promo code" },
  { promotions: "Aktionen", title: "Neuer Aktionscode" },
);
