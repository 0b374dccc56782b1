import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/shipping-providers",
  title: ["Shipping providers", "Versanddienste"],
  needs: "listShippingProviders",
  searchWords: "settings labels shippo carrier",
  about: ["Buy labels of carriers from an order", "Etiketten von Versendern aus der Bestellung kaufen"],
  navigation: { group: "settings", place: 35, icon: undefined },
  prefetch: () => [readRequest("listShippingProviders", {})],
  page: () => import("./page.tsx"),
});
