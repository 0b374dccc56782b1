import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  { create: "New provider", name: "providers", settings: "Settings", title: "Providers" },
  { create: "Neue Mitarbeitende", name: "Mitarbeitende", settings: "Einstellungen", title: "Mitarbeitende" },
);
