import { parseBoolean } from "#console/generated/boolean-words.ts";
import { CreateProduct } from "#console/generated/schemas.ts";
import { type Change, changesOf, isCounted } from "./changes.ts";
import type { Row, Rows } from "./file.ts";

/** A fault of a cell; `FAULTS` has the text of its kind. */
export interface CellFault {
  column: string;
  kind:
    | "missing_price"
    | "column"
    | "encoding"
    | "key"
    | "location"
    | "market"
    | "number"
    | "quote"
    | "sku"
    | "status"
    | "boolean"
    | "duplicate"
    | "extra_values";
  /** The first line that cannot be read. */
  line?: number;
}

export interface Line {
  line: number;
  key: string;
  name: string;
  outcome: "new" | "changed" | "same" | "fault";
  changes: readonly Change[];
  faults: readonly CellFault[];
}

type StoreKeys = { markets: readonly string[]; locations: readonly string[] };

const PLAIN_COLUMNS = [
  "key",
  "status",
  "name",
  "sku",
  "weight",
  "requires_shipping",
  "tax_category_id",
  "media_urls",
];
const VALID_KEY = new RegExp(CreateProduct.key.pattern, "u");
const MARKET_COLUMN = /^(price|compare_at):(.+)$/s;
const VARIANT_COLUMN = /^(sku|weight|requires_shipping|tax_category_id|(price|compare_at|stock):.*)$/s;
/** Faults for which the API refuses the whole file. */
const FATAL_FAULTS: readonly CellFault["kind"][] = ["column", "encoding", "key", "quote", "duplicate"];

export function faultsOfFile({ columns, unreadable }: Rows, known: StoreKeys): CellFault[] {
  if (unreadable) return [{ column: "", kind: unreadable.kind, line: unreadable.line }];
  const wrong = columns.flatMap((column, at): CellFault[] => {
    if (column === "") return [];
    if (columns.indexOf(column) < at) return [{ column, kind: "duplicate" }];
    return PLAIN_COLUMNS.includes(column) ? [] : faultOfKey(column, known);
  });
  return [...(columns.includes("key") ? [] : [{ column: "key", kind: "key" as const }]), ...wrong];
}

/** Whether the API refuses a file with this fault. */
export function isFatal({ kind }: CellFault): boolean {
  return FATAL_FAULTS.includes(kind);
}

/** The outcome of each line, compared with an export of the stored products. */
export function previewLines(file: Rows, current: Rows, known: StoreKeys): Line[] {
  const stored = groupByKey(current.rows);
  const readable = file.rows.filter(({ fault }) => fault === undefined);
  const rowsByKey = groupByKey(readable);
  const usedSkus = new Set<string>();
  return file.rows.map((row): Line => {
    const key = (row.cells.key ?? "").trim();
    const storedRows = stored.get(key) ?? [];
    const shown = { line: row.line, key, name: row.cells.name || storedRows[0]?.cells.name || "" };
    const rows = rowsByKey.get(key) ?? [];
    const before = variantOf(row, rows, storedRows.filter(isVariant), file.columns);
    const faults = faultsOfRow(row, before, known, usedSkus);
    if (faults.length > 0) return { ...shown, outcome: "fault", changes: [], faults };
    if (storedRows.length === 0 || (!before && hasVariantCell(row)))
      return { ...shown, outcome: "new", changes: [], faults };
    const product = rows[0] === row ? storedRows[0] : undefined;
    const changes = changesOf(row, product, before === "unclear" ? undefined : before);
    return { ...shown, outcome: changes.length > 0 ? "changed" : "same", changes, faults };
  });
}

function groupByKey(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = (row.cells.key ?? "").trim();
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

/** Whether an exported row has a variant: only such a row has a value for `requires_shipping`. */
function isVariant({ cells }: Row): boolean {
  return Boolean(cells.requires_shipping);
}

function hasVariantCell({ cells }: Row): boolean {
  return Object.entries(cells).some(([column, text]) => VARIANT_COLUMN.test(column) && text !== "");
}

/** Finds the variant of a row as the import does: by SKU, or by position among rows without one. */
function variantOf(
  row: Row,
  rows: readonly Row[],
  variants: readonly Row[],
  columns: readonly string[],
): Row | "unclear" | undefined {
  if (!columns.some((column) => VARIANT_COLUMN.test(column))) return undefined;
  const sku = skuOf(row);
  const withoutSku = variants.filter(({ cells }) => !cells.sku);
  const place = rows.indexOf(row);
  if (sku) return variants.find(({ cells }) => cells.sku === sku);
  if (columns.includes("sku")) return withoutSku[rows.slice(0, place).filter((each) => !skuOf(each)).length];
  const isClear = withoutSku.length === variants.length || rows.length === variants.length;
  return isClear ? variants[place] : "unclear";
}

function skuOf({ cells }: Row): string {
  return (cells.sku ?? "").trim().normalize();
}

function faultsOfRow(
  row: Row,
  before: Row | "unclear" | undefined,
  known: StoreKeys,
  usedSkus: Set<string>,
): CellFault[] {
  const { cells, fault } = row;
  if (fault) return [{ column: "", kind: fault }];
  const key = (cells.key ?? "").trim();
  const sku = skuOf(row);
  const faults: CellFault[] = [];
  if (!VALID_KEY.test(key) || key.length > CreateProduct.key.max) faults.push({ column: "key", kind: "key" });
  const states: readonly string[] = CreateProduct.status.choices;
  const status = (cells.status ?? "").trim();
  if (status && !states.includes(status.toLowerCase())) faults.push({ column: "status", kind: "status" });
  if (before === "unclear") faults.push({ column: "sku", kind: "sku" });
  if (sku && usedSkus.has(sku)) faults.push({ column: "sku", kind: "duplicate" });
  usedSkus.add(sku);
  if (cells.requires_shipping && parseBoolean(cells.requires_shipping) === undefined)
    faults.push({ column: "requires_shipping", kind: "boolean" });
  const found = before === "unclear" ? undefined : before;
  return [...faults, ...Object.keys(cells).flatMap((column) => faultOfCell(column, row, found, known))];
}

function faultOfCell(column: string, { cells }: Row, before: Row | undefined, known: StoreKeys): CellFault[] {
  const value = (cells[column] ?? "").trim();
  const isStock = column.startsWith("stock:");
  if (value === "" || !(MARKET_COLUMN.test(column) || isStock || column === "weight")) return [];
  if (isStock && before && isCounted(before)) return [];
  const keyFaults = column === "weight" ? [] : faultOfKey(column, known);
  if (keyFaults.length > 0) return keyFaults;
  if (!/^\d{1,12}$/.test(value)) return [{ column, kind: "number" }];
  const [, kind, market = ""] = MARKET_COLUMN.exec(column) ?? [];
  const price = `price:${market}`;
  const isAlone = kind === "compare_at" && !(cells[price] ?? before?.cells[price] ?? "").trim();
  return isAlone ? [{ column, kind: "missing_price" }] : [];
}

/** The fault of a column name such as `price:eu`, whose end must be the key of a market or location. */
function faultOfKey(column: string, { markets, locations }: StoreKeys): CellFault[] {
  const [prefix = "", key = ""] = column.split(/:(.*)/s);
  if (MARKET_COLUMN.test(column)) return markets.includes(key.trim()) ? [] : [{ column, kind: "market" }];
  if (prefix === "stock" && key) return locations.includes(key.trim()) ? [] : [{ column, kind: "location" }];
  return [{ column, kind: "column" }];
}
