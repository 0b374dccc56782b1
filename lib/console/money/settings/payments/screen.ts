import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/payments",
  title: ["Payments", "Zahlungen"],
  needs: "listPaymentProviders",
  searchWords: "settings stripe card",
  about: ["Who takes the money of cards for you", "Wer das Geld der Karten für dich nimmt"],
  navigation: { group: "settings", place: 50, icon: undefined },
  prefetch: () => [readRequest("listPaymentProviders", {})],
  page: () => import("./page.tsx"),
});
