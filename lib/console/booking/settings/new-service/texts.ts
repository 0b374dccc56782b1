import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  { services: "Services", title: "New service" },
  { services: "Leistungen", title: "Neue Leistung" },
);
