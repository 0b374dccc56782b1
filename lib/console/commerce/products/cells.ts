import { amountText, parseAmount } from "#console/shared/money.ts";

/** A column of the table of variants. */
export interface Column {
  kind: "text" | "money" | "count" | "grams";
  currency?: string;
  /** Returns the name of the form field for a row. */
  name: (row: string) => string;
}

/** The value of typed text: a number, null for empty text, or the text itself. */
export function toCell({ kind, currency = "EUR" }: Column, typed: string): string | number | null {
  const text = typed.trim();
  if (text === "") return null;
  if (kind === "text") return text;
  if (kind === "money") return parseAmount(text, currency) ?? text;
  return /^-?\d{1,10}$/.test(text) ? Number(text) : text;
}

export function cellText({ kind, currency = "EUR" }: Column, value: unknown): string {
  if (typeof value !== "number") return typeof value === "string" ? value : "";
  return kind === "money" ? amountText(value, currency) : String(value);
}

/** Whether the value does not fit its column. Such a value stays as typed, and is not sent. */
export function isInvalid({ kind }: Column, value: unknown): boolean {
  if (kind === "text" || value === null || value === undefined) return false;
  return typeof value !== "number" || (kind === "grams" && value < 0);
}

/** Parses cells copied from a spreadsheet. Tabs separate them; a cell with a tab or line break is quoted. */
export function parsePastedCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const whole = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/gy;
  for (let match = cell.exec(whole); match; match = cell.exec(whole)) {
    const [, quoted, plain = "", end] = match;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\n") rows.push([]);
    if (end === "") break;
  }
  return rows;
}

/** Pasted values by form field, starting at the cell `at`. Values outside the table are dropped. */
export function pastedValues(
  cells: readonly (readonly string[])[],
  at: { row: number; column: number },
  rows: readonly string[],
  columns: readonly Column[],
): Record<string, string | number | null> {
  return Object.fromEntries(
    cells.flatMap((line, down) =>
      line.flatMap((text, right) => {
        const row = rows[at.row + down];
        const column = columns[at.column + right];
        return row === undefined || !column ? [] : [[column.name(row), toCell(column, text)] as const];
      }),
    ),
  );
}
