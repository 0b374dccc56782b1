import { IconSettings } from "#console/shared/icons.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings",
  title: ["Settings", "Einstellungen"],
  needs: "getStore",
  navigation: { group: "main", place: 900, icon: IconSettings },
  page: () => import("./page.tsx"),
});
