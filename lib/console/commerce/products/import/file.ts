import { type CsvRow, csvRowsIn } from "#console/generated/csv-rows.ts";
import { decodeText } from "#console/generated/decoded-text.ts";

export interface Rows {
  columns: readonly string[];
  rows: readonly Row[];
  /** Why the file cannot be read, and its first bad line. */
  unreadable?: { line: number; kind: "encoding" | "quote" };
}

export interface Row {
  /** The line of the file in which the row begins, counted from 1. */
  line: number;
  cells: Readonly<Record<string, string>>;
  /** Why the row cannot be read. */
  fault?: "quote" | "extra_values";
}

/** Parses a file by the rules of the API's import. */
export function rowsOf(bytes: Uint8Array): Rows {
  const file = decodeText(bytes);
  return "text" in file ? rowsIn(file.text) : unreadableAt(file.line, "encoding");
}

export function rowsIn(text: string): Rows {
  const read = csvRowsIn(text);
  if ("message" in read) return unreadableAt(read.line, "quote");
  const [heading, ...below] = read.rows;
  if (heading?.fault !== undefined) return unreadableAt(heading.line, "quote");
  const columns = heading?.values ?? [];
  return { columns, rows: below.map((row) => rowBelow(columns, row)) };
}

function unreadableAt(line: number, kind: "encoding" | "quote"): Rows {
  return { columns: [], rows: [], unreadable: { line, kind } };
}

function rowBelow(columns: readonly string[], { line, values, fault }: CsvRow): Row {
  const named = columns.flatMap((name, at): [string, string][] => {
    const value = values[at];
    return name === "" || value === undefined ? [] : [[name, value]];
  });
  const cells = Object.fromEntries(named);
  if (fault !== undefined) return { line, cells, fault: "quote" };
  const isLong = values.slice(columns.length).some((value) => value !== "");
  return { line, cells, ...(isLong ? { fault: "extra_values" } : {}) };
}
