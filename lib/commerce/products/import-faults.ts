import { CsvError } from "csv-parse/sync";
import { type ApiError, type FieldError, GENERAL } from "#core/errors.ts";
import { sizeOf } from "#core/records/record.ts";
import { isObject } from "#lib/content/blocks/place.ts";
import type { Fault } from "./import-schema.ts";
import type { Row } from "./rows.ts";

/** Faults that are told one by one, and the bytes that they may have. */
const MAX_FAULTS = 500;
const MAX_FAULT_BYTES = 200_000;
/** Lines that a fault names; `count` says how many have it. */
const MAX_LINES = 20;

/** What is wrong with a row, in the words of its file. */
export function faultsOf(row: Row, { code, message, validationErrors }: ApiError): Fault[] {
  const errors: FieldError[] =
    validationErrors.length > 0 ? validationErrors : [{ field: "", error: code, message }];
  return errors.map((error) => {
    const { line, field } = row.lines ? cellOf(row, error.field) : { line: row.line, field: error.field };
    return { line, lines: [line], count: 1, key: row.key, field, error: error.error, message: error.message };
  });
}

/** The faults told so far and fresh ones: the same fault is told once, with the lines that have it. */
export function toldWith(told: readonly Fault[], fresh: readonly Fault[]): Fault[] {
  const all = told.map((fault) => ({ ...fault, lines: [...fault.lines] }));
  let room = MAX_FAULT_BYTES - sizeOf(all);
  for (const fault of fresh) {
    const same = all.find((each) => nameOf(each) === nameOf(fault));
    if (same) {
      same.count += 1;
      if (same.lines.length < MAX_LINES && !same.lines.includes(fault.line)) same.lines.push(fault.line);
      continue;
    }
    room -= sizeOf(fault) + MAX_LINES * 10;
    if (all.length < MAX_FAULTS && room > 0) all.push(fault);
  }
  return all;
}

function nameOf({ field, error, message }: Fault): string {
  return JSON.stringify([field, error, message]);
}

// A file that is no CSV never will be: that is told, and not tried again.
export function unreadable(error: unknown): Fault {
  if (!(error instanceof CsvError)) throw error;
  const line = typeof error.lines === "number" ? error.lines : 1;
  return faultOfFile(line, CSV_FAULTS[error.code] ?? "cannot be read as CSV");
}

/** What is wrong with the file from a line on, whatever the line says. */
export function faultOfFile(line: number, message: string): Fault {
  return { line, lines: [line], count: 1, key: null, field: "", error: GENERAL.BAD_REQUEST.code, message };
}

const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_INVALID_ARGUMENT: "the file is not there",
  CSV_QUOTE_NOT_CLOSED: "a quote is opened and never closed",
  CSV_INVALID_CLOSING_QUOTE: "a quoted value goes on behind its closing quote",
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: "a quoted value goes on behind its closing quote",
  INVALID_OPENING_QUOTE: "a quote begins within a value",
  CSV_RECORD_INCONSISTENT_COLUMNS: "has not as many values as the first line has columns",
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: "has not as many values as the first line has columns",
};

/** The column of what a field of the product says, and the line of its variant. */
function cellOf({ line, lines = [], product }: Row, field: string): { line: number; field: string } {
  const [, at, rest = ""] = /^variants\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  if (at === undefined) return { line, field: columnOf(field) };
  const variant = itemAt(product, "variants", Number(at));
  return { line: lines[Number(at)] ?? line, field: variantColumn(variant, rest) };
}

function variantColumn(variant: unknown, field: string): string {
  const [, list = "", at = "0", of = ""] = /^(prices|inventory)\[(\d+)\]\.?(\w*)/.exec(field) ?? [];
  if (list === "") return field;
  const item = itemAt(variant, list, Number(at));
  if (list === "prices") return `${of === "compare_at" ? of : "price"}:${textOf(item, "market")}`;
  return `stock:${textOf(item, "location_id")}`;
}

// What the file does not say itself is made of its name.
function columnOf(field: string): string {
  const [first = ""] = field.split(/[.[]/);
  return ["blocks", "slug"].includes(first) ? "name" : first;
}

function itemAt(of: unknown, list: string, index: number): unknown {
  const items = isObject(of) ? of[list] : undefined;
  return Array.isArray(items) ? items[index] : undefined;
}

function textOf(of: unknown, name: string): string {
  const text = isObject(of) ? of[name] : undefined;
  return typeof text === "string" ? text : "";
}
