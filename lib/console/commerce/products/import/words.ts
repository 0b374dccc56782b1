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
  missing_price: ["needs the price of this market beside it", "braucht den Preis dieses Marktes daneben"],
  column: ["is no column of an import", "ist keine Spalte eines Imports"],
  encoding: [
    "The file is no text in UTF-8: save it as CSV UTF-8",
    "Die Datei ist kein Text in UTF-8: speichere sie als CSV UTF-8",
  ],
  key: [
    "is needed: letters, digits, dots and hyphens",
    "wird gebraucht: Buchstaben, Ziffern, Punkte und Bindestriche",
  ],
  location: ["is no location of this store", "ist kein Standort dieses Geschäfts"],
  market: ["is no market of this store", "ist kein Markt dieses Geschäfts"],
  number: ["must be a whole number", "muss eine ganze Zahl sein"],
  quote: [
    "A quote is not closed, or stands within a value: put the value in quotes, and write each quote in it twice",
    "Ein Anführungszeichen ist nicht geschlossen oder steht im Wert: setze den Wert in Anführungszeichen und schreibe jedes darin doppelt",
  ],
  sku: [
    "is needed to say which variant is meant",
    "wird gebraucht, um zu sagen, welche Variante gemeint ist",
  ],
  status: ["must be draft, active or archived", "muss draft, active oder archived sein"],
  boolean: ["must be yes or no", "muss ja oder nein sein"],
  duplicate: ["stands twice in the file", "steht zweimal in der Datei"],
  extra_values: [
    "The row has more values than there are columns",
    "Die Zeile hat mehr Werte, als es Spalten gibt",
  ],
};
