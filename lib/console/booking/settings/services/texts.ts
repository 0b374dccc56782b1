import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  { create: "New service", name: "services", settings: "Settings", title: "Services" },
  { create: "Neue Leistung", name: "Leistungen", settings: "Einstellungen", title: "Leistungen" },
);
