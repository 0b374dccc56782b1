/** A file of rows below named columns. */
export interface Rows {
  columns: readonly string[];
  rows: readonly Row[];
  /** The line in which a quote opens that is never closed. */
  broken?: number;
}

export interface Row {
  /** Of the file, from 1; the columns are in the first. */
  line: number;
  cells: Readonly<Record<string, string>>;
  /** How many values it has, where that is another number than there are columns. */
  uneven?: number;
}

/** What stands between the values: spreadsheets of some languages write semicolons. */
const SIGNS = [",", ";", "\t"];
/** A text that a spreadsheet would take for a formula has a quote before it. */
const QUOTED_FORMULA = /^'(?='*[=+@\t\r\uff0b\uff0d\uff1d\uff20-])/;

/** The rows of a CSV file, whatever stands between its values. */
export function rowsIn(text: string): Rows {
  const whole = text.replace(/^\ufeff/, "");
  const { lines, broken } = linesIn(whole, signOf(whole));
  const [head, ...others] = lines.filter(({ values }) => values.some((value) => value !== ""));
  const columns = head?.values ?? [];
  const rows = others.map(({ line, values }) => ({
    line,
    cells: Object.fromEntries(
      columns.map((name, at) => [name, values[at]?.replace(QUOTED_FORMULA, "") ?? ""]),
    ),
    ...(values.length === columns.length ? {} : { uneven: values.length }),
  }));
  return { columns, rows, ...(broken === undefined ? {} : { broken }) };
}

/** The same file with commas, each row in its line. */
export function withCommas(text: string): string {
  const whole = text.replace(/^\ufeff/, "");
  const sign = signOf(whole);
  if (sign === ",") return whole;
  return linesIn(whole, sign)
    .lines.map(({ values }) => csvLine(values))
    .join("");
}

/** A line of a CSV file, with its end. */
export function csvLine(values: readonly string[]): string {
  const cells = values.map((value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value));
  return `${cells.join(",")}\n`;
}

function signOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const number = (sign: string) => head.split(sign).length;
  return SIGNS.reduce((best, sign) => (number(sign) > number(best) ? sign : best));
}

interface Line {
  line: number;
  values: string[];
}

function linesIn(text: string, sign: string): { lines: Line[]; broken?: number } {
  const lines: Line[] = [];
  let now: Line = { line: 1, values: [] };
  let line = 1;
  const cell = new RegExp(`[ ]*(?:"((?:[^"]|"")*)"[ ]*|([^${sign}\\r\\n]*))(${sign}|\\r\\n?|\\n|$)`, "gy");
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) return { lines, broken: line };
    const [, quoted, plain = "", end = ""] = match;
    if (quoted === undefined && plain.startsWith('"')) return { lines, broken: line };
    now.values.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'));
    line += (quoted?.match(/\r\n?|\n/g) ?? []).length;
    // A last value that is empty has its sign before it, and nothing behind.
    const isLast = cell.lastIndex >= text.length;
    if (end === sign && isLast) now.values.push("");
    if (end !== sign || isLast) {
      lines.push(now);
      line += 1;
      now = { line, values: [] };
    }
  }
  return { lines };
}
