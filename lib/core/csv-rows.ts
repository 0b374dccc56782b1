import { unquotedFormula } from "./csv.ts";

export interface CsvRow {
  /** The line on which the row begins, from 1, as in an editor. */
  line: number;
  values: string[];
  /** Why the row cannot be read. */
  fault?: string;
}

/** A file that cannot be read from a line on, because the end of the row is unknown. */
interface UnreadableCsv {
  line: number;
  message: string;
}

const SEPARATORS = [",", ";", "\t"];
const LINE_ENDS = /\r\n|\n|\r/g;
const INNER_QUOTE_TEXT =
  "a quote begins within a value: put the value in quotes, and write each quote in it twice";
const AFTER_QUOTE_TEXT = "a quoted value goes on behind its closing quote: write each quote within it twice";
const OPEN_QUOTE_TEXT = "a quote is opened and never closed";

/**
 * The rows of a CSV file (RFC 4180) as spreadsheets write it. The separator is a comma, a semicolon or a tab: the one
 * in a first line such as `sep=;`, or else the most frequent one of the heading. Line ends of any system are accepted.
 * Empty rows are skipped, and so are blanks around a value, unless they are in quotes.
 */
export function csvRowsIn(text: string): { rows: CsvRow[] } | UnreadableCsv {
  const declared = /^"?sep=(.)"?[^\S\r\n]*(\r\n|\n|\r|$)/i.exec(text);
  const from = declared?.[0].length ?? 0;
  const separator = declared?.[1] ?? separatorOf(text);
  const rows: CsvRow[] = [];
  const cursor = { at: from, line: declared ? 2 : 1 };
  while (cursor.at < text.length) {
    const row = rowAt(text, cursor, separator);
    if ("message" in row) return row;
    if (row.fault !== undefined || row.values.some((value) => value !== "")) rows.push(row);
  }
  return { rows };
}

interface Cursor {
  at: number;
  line: number;
}

function rowAt(text: string, cursor: Cursor, separator: string): CsvRow | UnreadableCsv {
  const row: CsvRow = { line: cursor.line, values: [] };
  for (;;) {
    const from = cursor.at;
    const opens = endOfBlanks(text, from, separator);
    const quoted = text[opens] === '"' ? quotedTextAt(text, opens) : undefined;
    if (quoted === "open") return { line: cursor.line, message: OPEN_QUOTE_TEXT };
    const end = endOfCell(text, quoted?.end ?? from, separator);
    const plain = text.slice(quoted?.end ?? from, end).trim();
    const breaks = quoted?.inner.match(LINE_ENDS)?.length ?? 0;
    if (quoted && plain !== "") {
      if (breaks > 0) return { line: cursor.line, message: AFTER_QUOTE_TEXT };
      row.fault = AFTER_QUOTE_TEXT;
    } else if (plain.includes('"')) row.fault = INNER_QUOTE_TEXT;
    row.values.push(unquotedFormula(quoted?.inner.replaceAll('""', '"') ?? plain));
    cursor.line += breaks;
    cursor.at = end + 1;
    if (text[end] === separator) continue;
    if (text.startsWith("\r\n", end)) cursor.at += 1;
    cursor.line += 1;
    return row;
  }
}

function endOfBlanks(text: string, from: number, separator: string): number {
  let at = from;
  while (text[at] === " " || (text[at] === "\t" && separator !== "\t")) at += 1;
  return at;
}

/** The text between the quotes of a value, and the index after them. */
function quotedTextAt(text: string, opens: number): { inner: string; end: number } | "open" {
  let at = text.indexOf('"', opens + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? "open" : { inner: text.slice(opens + 1, at), end: at + 1 };
}

function endOfCell(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}

function separatorOf(text: string): string {
  const head = text.trimStart();
  const line = head.slice(0, head.search(/[\r\n]|$/)).replaceAll(/"(?:[^"]|"")*"/g, "");
  const countOf = (sign: string) => line.split(sign).length;
  return SEPARATORS.reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best));
}
