import { csvRowsIn } from "#core/csv-rows.ts";
import { decodeText } from "#core/decoded-text.ts";
import { env } from "#core/env.ts";
import { readObject } from "#core/storage.ts";
import { incomingKey } from "#lib/content/media/keys.ts";
import { faultOfFile } from "./import-faults.ts";
import { headingFaults, unknownFields } from "./import-names.ts";
import { csvRows, type ImportRow, jsonRows } from "./import-rows.ts";
import type { Fault, ProductImport } from "./import-schema.ts";

/** The contents of a file, or the faults that prevent its import. */
type ImportFile = { columns: string[]; rows: ImportRow[]; unknown: Fault[] } | { faults: Fault[] };

export async function readImportFile({ store_id, id, format }: ProductImport): Promise<ImportFile> {
  const object = await readObject(env("MEDIA_BUCKET"), incomingKey(store_id, id));
  if (!object || object === "unchanged") return { faults: [faultOfFile(1, "the file is not there")] };
  return parseImportFile(format, await object.bytes());
}

export function parseImportFile(format: ProductImport["format"], bytes: Uint8Array): ImportFile {
  const file = decodeText(bytes);
  if (!("text" in file)) return { faults: [faultOfFile(file.line, file.message)] };
  if (format === "csv") return csvFile(file.text);
  const rows = jsonRows(file.text);
  return { columns: [], rows, unknown: unknownFields(rows) };
}

function csvFile(text: string): ImportFile {
  const read = csvRowsIn(text);
  if ("message" in read) return { faults: [faultOfFile(read.line, read.message)] };
  const [heading, ...below] = read.rows;
  if (!heading) return { columns: [], rows: [], unknown: [] };
  if (heading.fault !== undefined) return { faults: [faultOfFile(heading.line, heading.fault)] };
  const faults = headingFaults(heading);
  if (faults.length > 0) return { faults };
  return { columns: heading.values, rows: csvRows(heading.values, below), unknown: [] };
}
