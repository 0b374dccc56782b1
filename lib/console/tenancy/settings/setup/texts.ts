import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  { list: "Set up your store", settings: "Settings", show: "Show it on Today again", title: "Setup" },
  {
    list: "Richte dein Geschäft ein",
    settings: "Einstellungen",
    show: "Wieder auf Heute zeigen",
    title: "Einrichtung",
  },
);
