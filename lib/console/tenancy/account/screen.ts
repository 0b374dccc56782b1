import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "account",
  title: ["Your account", "Dein Konto"],
  needs: "getMyAccount",
  navigation: { group: "account", place: 10, icon: undefined },
  page: () => import("./page.tsx"),
});
