import { amountIn, amountText } from "#console/shared/money.ts";

/** A column of the table of variants. What is typed is a text, and becomes a number where it is one. */
export interface Column {
  kind: "text" | "money" | "count" | "grams";
  currency?: string;
  /** The name of the field in a row. */
  name: (row: string) => string;
}

/** The value of what was typed: a number, null for nothing, and where it is neither the text itself. */
export function cellIn({ kind, currency = "EUR" }: Column, typed: string): string | number | null {
  const text = typed.trim();
  if (text === "") return null;
  if (kind === "text") return text;
  if (kind === "money") return amountIn(text, currency) ?? text;
  return /^-?\d{1,10}$/.test(text) ? Number(text) : text;
}

/** A value as it stands in its cell. */
export function cellText({ kind, currency = "EUR" }: Column, value: unknown): string {
  if (typeof value !== "number") return typeof value === "string" ? value : "";
  return kind === "money" ? amountText(value, currency) : String(value);
}

/** Whether it is no value of its column: it stays as it was typed, and is not sent. */
export function isWrong({ kind }: Column, value: unknown): boolean {
  if (kind === "text" || value === null || value === undefined) return false;
  return typeof value !== "number" || (kind === "grams" && value < 0);
}

/** The cells of a text as spreadsheets copy it: tabs between columns, quotes around what has a tab or a line of its own. */
export function pasted(text: string): string[][] {
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

/**
 * What pasted cells make of the table, from the cell on that they were pasted into: the name of each field and its value.
 * What would stand outside of it is left out.
 */
export function filled(
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
        return row === undefined || !column ? [] : [[column.name(row), cellIn(column, text)] as const];
      }),
    ),
  );
}
