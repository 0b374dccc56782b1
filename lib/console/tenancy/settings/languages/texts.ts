import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    add: "Add language",
    isDefault: "Counts where a text is missing",
    language: "Language",
    makeDefault: "Make default",
    remove: (name: string) => `Remove ${name}?`,
    removeText: "Texts in this language stay stored, but nobody sees them.",
    settings: "Settings",
    title: "Languages",
  },
  {
    add: "Sprache hinzufügen",
    isDefault: "Gilt, wo ein Text fehlt",
    language: "Sprache",
    makeDefault: "Zum Standard machen",
    remove: (name) => `${name} entfernen?`,
    removeText: "Texte in dieser Sprache bleiben gespeichert, aber niemand sieht sie.",
    settings: "Einstellungen",
    title: "Sprachen",
  },
);
