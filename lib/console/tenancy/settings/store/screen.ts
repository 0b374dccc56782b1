import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/store",
  title: ["Store", "Geschäft"],
  needs: "getBusiness",
  searchWords: "settings address name time zone origins mail",
  about: ["Name, address, contact and the shop's pages", "Name, Adresse, Kontakt und die Seiten des Shops"],
  navigation: { group: "settings", place: 10, icon: undefined },
  prefetch: () => [readRequest("getBusiness", {})],
  page: () => import("./page.tsx"),
});
