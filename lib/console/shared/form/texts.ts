import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    addValue: "Enter adds it",
    amount: "Not an amount. Write it like 24.00.",
    changedElsewhere: "Changed by someone else",
    changedText:
      "Somebody saved this while you were at it. Choose what shall stand; what only one of you changed is already merged.",
    date: "Not a date. Write it like 2026-11-24.",
    draft: "There is something here that was typed and not saved.",
    faults: (number: number) =>
      number === 1 ? "One thing is not right yet" : `${number} things are not right yet`,
    nothing: "Nothing fits",
    number: "Not a number.",
    removeValue: (value: string) => `Remove ${value}`,
    saveAgain: "Save again",
    theirs: (value: string) => `Theirs: ${value}`,
    time: (label: string) => `${label}, time`,
    yours: (value: string) => `Yours: ${value}`,
  },
  {
    addValue: "Enter fügt hinzu",
    amount: "Kein Betrag. Schreib ihn wie 24,00.",
    changedElsewhere: "Von jemand anderem geändert",
    changedText:
      "Jemand hat dies inzwischen gespeichert. Wähle, was gelten soll; was nur eine Seite änderte, ist schon zusammengeführt.",
    date: "Kein Datum. Schreib es wie 2026-11-24.",
    draft: "Hier wurde etwas eingegeben und nicht gespeichert.",
    faults: (number) => (number === 1 ? "Eins stimmt noch nicht" : `${number} Angaben stimmen noch nicht`),
    nothing: "Nichts passt",
    number: "Keine Zahl.",
    removeValue: (value) => `${value} entfernen`,
    saveAgain: "Noch einmal speichern",
    theirs: (value) => `Dort: ${value}`,
    time: (label) => `${label}, Uhrzeit`,
    yours: (value) => `Hier: ${value}`,
  },
);
