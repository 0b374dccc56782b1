// Written by npm run client. Do not change it by hand. It is lib/core/csv.ts.
type Value = string | number | boolean | null | undefined;

/** How a formula begins, in characters of any width; behind quotes too, which say that there is none. */
const FORMULA = /^'*[=+@\t\r\uff0b\uff0d\uff1d\uff20-]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A line of a CSV file, with its end. */
export function csvLine(values: readonly Value[]): string {
  return `${values.map(csvValue).join(",")}\n`;
}

/** The text that a value of a file stands for: without the quote which says that it is no formula. */
export function unquotedFormula(value: string): string {
  return value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value;
}

// A text that begins as a formula would is one to a spreadsheet: the quote before it says that it is not, and is taken
// off again by an import. Blanks at an end are part of a value where they stand in quotes.
function csvValue(value: Value): string {
  const text = String(value ?? "");
  const safe = typeof value === "string" && FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
