type Value = string | number | boolean | null | undefined;

/** How a formula begins, in characters of any width. */
export const FORMULA = /^[=+@\t\r\uff0b\uff0d\uff1d\uff20-]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A line of a CSV file, with its end. */
export function csvLine(values: readonly Value[]): string {
  return `${values.map(csvValue).join(",")}\n`;
}

// A text that begins as a formula would is one to a spreadsheet: the quote before it says that it is not, and is taken
// off again by an import.
function csvValue(value: Value): string {
  const text = String(value ?? "");
  const safe = typeof value === "string" && FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
