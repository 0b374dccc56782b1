import type { Words } from "#console/shared/texts.ts";
import type { CellFault, Line } from "./check.ts";

export const OUTCOMES: Readonly<Record<Line["outcome"], Words>> = {
  fault: ["Faults", "Fehler"],
  changed: ["Changed", "Geändert"],
  new: ["New", "Neu"],
  same: ["Unchanged", "Unverändert"],
};

export const STATES: Readonly<Record<"pending" | "running" | "completed" | "failed", Words>> = {
  pending: ["The file is waiting.", "Die Datei wartet."],
  running: [
    "The import is running. You can leave this page.",
    "Der Import läuft. Du kannst diese Seite verlassen.",
  ],
  completed: ["The import is done.", "Der Import ist fertig."],
  failed: ["The import was given up.", "Der Import wurde aufgegeben."],
};

export const FAULTS: Readonly<Record<CellFault["kind"], Words>> = {
  column: [
    "is no column of an import, and is passed over",
    "ist keine Spalte eines Imports und wird übergangen",
  ],
  key: [
    "is needed: letters, digits, dots and hyphens",
    "wird gebraucht: Buchstaben, Ziffern, Punkte und Bindestriche",
  ],
  location: ["is no location of this store", "ist kein Standort dieses Geschäfts"],
  market: ["is no market of this store", "ist kein Markt dieses Geschäfts"],
  number: ["must be a whole number", "muss eine ganze Zahl sein"],
  quote: ["A quote is opened and never closed", "Ein Anführungszeichen wird geöffnet und nie geschlossen"],
  status: ["must be draft, active or archived", "muss draft, active oder archived sein"],
  twice: ["stands twice in the file", "steht zweimal in der Datei"],
  uneven: [
    "The row has not as many values as there are columns",
    "Die Zeile hat nicht so viele Werte, wie es Spalten gibt",
  ],
};
