import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    hours: "Working hours",
    providers: "Providers",
    remove: "Delete provider",
    removeText: "Nobody can book them any more. Appointments that were made stay.",
    removed: "Provider deleted",
    title: "Provider",
  },
  {
    hours: "Arbeitszeiten",
    providers: "Mitarbeitende",
    remove: "Löschen",
    removeText: "Niemand kann hier mehr buchen. Vereinbarte Termine bleiben.",
    removed: "Gelöscht",
    title: "Mitarbeitende",
  },
);
