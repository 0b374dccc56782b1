import { type ApiError, type FieldError, GENERAL } from "#core/errors.ts";
import { isObject } from "#core/is-object.ts";
import { sizeOf } from "#core/records/record.ts";
import type { ImportRow } from "./import-rows.ts";
import type { Fault } from "./import-schema.ts";

/** Most faults that are listed one by one, and most bytes of them. */
const MAX_FAULTS = 500;
const MAX_FAULT_BYTES = 200_000;
/** Most lines that a fault lists; `count` counts all of them. */
const MAX_LINES = 20;
const MAX_VALUE_LENGTH = 100;

const NUMBER_COLUMN = /^(weight$|(price|compare_at|stock):)/;

/** The faults of a row, named by the columns of its file. */
export function faultsOf(row: ImportRow, { code, message, validationErrors }: ApiError): Fault[] {
  const errors: FieldError[] =
    validationErrors.length > 0 ? validationErrors : [{ field: "", error: code, message }];
  return errors.map((error) => {
    if (!row.cells) return faultAt(row, row.line, error);
    const { place, field } = locateField(row, error.field);
    const { line = row.line, cells = {} } = row.cells[place] ?? {};
    const value = cells[field] ?? null;
    return {
      ...faultAt(row, line, { ...error, field, message: acceptedValue(field, error) }),
      value: shorten(value),
    };
  });
}

function faultAt({ key }: ImportRow, line: number, { field, error, message }: FieldError): Fault {
  return { line, lines: [line], count: 1, key, field, value: null, error, message };
}

// Explains what a cell accepts, where the message for a JSON body does not fit.
function acceptedValue(field: string, { error, message }: FieldError): string {
  if (error !== "FIELD.TYPE_MISMATCH") return message;
  if (field === "requires_shipping") return "must be yes or no, such as true and false, ja and nein, 1 and 0";
  if (field === "weight") return "must be a number of whole grams, such as 350";
  if (field.startsWith("stock:")) return "must be a whole number, such as 12";
  return NUMBER_COLUMN.test(field)
    ? "must be a whole number of the smallest unit, such as 1250 for 12.50"
    : message;
}

function shorten(value: string | null): string | null {
  return value === null ? null : [...value.toWellFormed()].slice(0, MAX_VALUE_LENGTH).join("");
}

/** Adds new faults to known ones; equal faults become one fault that lists their lines. */
export function addFaults(known: readonly Fault[], fresh: readonly Fault[]): Fault[] {
  const all = known.map((fault) => ({ ...fault, lines: [...fault.lines] }));
  let room = MAX_FAULT_BYTES - sizeOf(all);
  for (const fault of fresh) {
    const same = all.find((each) => faultKey(each) === faultKey(fault));
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

function faultKey({ field, error, message }: Fault): string {
  return JSON.stringify([field, error, message]);
}

/** A fault that prevents or ends the import of a file at a line. */
export function faultOfFile(line: number, message: string): Fault {
  return {
    line,
    lines: [line],
    count: 1,
    key: null,
    field: "",
    value: null,
    error: GENERAL.BAD_REQUEST.code,
    message,
  };
}

/** Finds the column and the row of the file that a field of the product comes from. */
function locateField({ product, places = [] }: ImportRow, field: string): { place: number; field: string } {
  const [, at, rest = ""] = /^variants\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  if (at === undefined) return { place: 0, field: columnOf(field) };
  const variant = itemAt(product, "variants", Number(at));
  return { place: places[Number(at)] ?? 0, field: variantColumn(variant, rest) };
}

function variantColumn(variant: unknown, field: string): string {
  const [, list = "", at = "0", of = ""] = /^(prices|inventory)\[(\d+)\]\.?(\w*)/.exec(field) ?? [];
  // A repeated variant id means two rows with the same SKU.
  if (list === "") return field === "id" ? "sku" : field;
  const item = itemAt(variant, list, Number(at));
  if (list === "prices") return `${of === "compare_at" ? of : "price"}:${textOf(item, "market")}`;
  return `stock:${textOf(item, "location_id")}`;
}

// Blocks and slug are made from the column `name`.
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
