import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    remove: "Delete service",
    removeText: "Nobody can book it any more. Appointments that were made stay.",
    removed: "Service deleted",
    services: "Services",
    title: "Service",
  },
  {
    remove: "Leistung löschen",
    removeText: "Niemand kann sie mehr buchen. Vereinbarte Termine bleiben.",
    removed: "Leistung gelöscht",
    services: "Leistungen",
    title: "Leistung",
  },
);
