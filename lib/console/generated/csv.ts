// Written by npm run client. Do not change it by hand. It is lib/core/csv.ts.
type CellValue = string | number | boolean | null | undefined;

/** The beginning of a formula, in characters of any width, also after quotes that mark it as text. */
const FORMULA_START = /^'*[=+@\t\r\uff0b\uff0d\uff1d\uff20-]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A line of a CSV file, with its line end. */
export function csvLine(values: readonly CellValue[]): string {
  return `${values.map(csvValue).join(",")}\n`;
}

/** The value of a cell, without the quote that marks it as text. */
export function unquotedFormula(value: string): string {
  return value.startsWith("'") && FORMULA_START.test(value) ? value.slice(1) : value;
}

// A spreadsheet would run a text that begins like a formula. A quote before it marks it as text, and an import removes
// the quote again. Blanks around a value belong to it only in quotes.
function csvValue(value: CellValue): string {
  const text = String(value ?? "");
  const safe =
    typeof value === "string" && FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
