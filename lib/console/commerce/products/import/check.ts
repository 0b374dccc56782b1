import { parseBoolean } from "#console/generated/boolean-words.ts";
import { CreateProduct } from "#console/generated/schemas.ts";
import { type Change, changesOf, isCounted } from "./changes.ts";
import type { Row, Rows } from "./file.ts";

/** A fault of a cell; `FAULTS` has the text of its kind. */
export interface CellFault {
  column: string;
  kind:
    | "beside"
    | "column"
    | "encoding"
    | "key"
    | "location"
    | "market"
    | "number"
    | "quote"
    | "sku"
    | "status"
    | "truth"
    | "twice"
    | "uneven";
  /** The line from which on the file cannot be read. */
  line?: number;
}

/** The outcome of one line. */
export interface Line {
  line: number;
  key: string;
  name: string;
  outcome: "new" | "changed" | "same" | "fault";
  changes: readonly Change[];
  faults: readonly CellFault[];
}

interface Known {
  markets: readonly string[];
  locations: readonly string[];
}

const PLAIN = [
  "key",
  "status",
  "name",
  "sku",
  "weight",
  "requires_shipping",
  "tax_category_id",
  "media_urls",
];
const KEY = new RegExp(CreateProduct.key.pattern, "u");
const OF_MARKET = /^(price|compare_at):(.+)$/s;
const OF_VARIANT = /^(sku|weight|requires_shipping|tax_category_id|(price|compare_at|stock):.*)$/s;
/** Faults for which the API refuses the whole file. */
const ENDS: readonly CellFault["kind"][] = ["column", "encoding", "key", "quote", "twice"];

/** The faults of the file and its columns. */
export function faultsOfFile({ columns, broken }: Rows, known: Known): CellFault[] {
  if (broken) return [{ column: "", kind: broken.kind, line: broken.line }];
  const wrong = columns.flatMap((column, at): CellFault[] => {
    if (column === "") return [];
    if (columns.indexOf(column) < at) return [{ column, kind: "twice" }];
    return PLAIN.includes(column) ? [] : faultOfKey(column, known);
  });
  return [...(columns.includes("key") ? [] : [{ column: "key", kind: "key" as const }]), ...wrong];
}

/** Whether the API refuses a file with this fault. */
export function endsImport({ kind }: CellFault): boolean {
  return ENDS.includes(kind);
}

/** The outcome of each line, compared with an export of the stored products. */
export function checked(file: Rows, there: Rows, known: Known): Line[] {
  const stored = byKey(there.rows);
  const readable = file.rows.filter(({ fault }) => fault === undefined);
  const together = byKey(readable);
  const owners = new Set<string>();
  return file.rows.map((row): Line => {
    const key = (row.cells.key ?? "").trim();
    const mine = stored.get(key) ?? [];
    const shown = { line: row.line, key, name: row.cells.name || mine[0]?.cells.name || "" };
    const rows = together.get(key) ?? [];
    const before = variantOf(row, rows, mine.filter(isVariant), file.columns);
    const faults = faultsOfRow(row, before, known, owners);
    if (faults.length > 0) return { ...shown, outcome: "fault", changes: [], faults };
    if (mine.length === 0 || (!before && saysSomething(row)))
      return { ...shown, outcome: "new", changes: [], faults };
    const product = rows[0] === row ? mine[0] : undefined;
    const changes = changesOf(row, product, before === "unclear" ? undefined : before);
    return { ...shown, outcome: changes.length > 0 ? "changed" : "same", changes, faults };
  });
}

function byKey(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = (row.cells.key ?? "").trim();
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

/** An export has `requires_shipping` for each variant. */
function isVariant({ cells }: Row): boolean {
  return Boolean(cells.requires_shipping);
}

function saysSomething({ cells }: Row): boolean {
  return Object.entries(cells).some(([column, text]) => OF_VARIANT.test(column) && text !== "");
}

/** Finds the variant of a row as the import does: by SKU, or by its position among those without one. */
function variantOf(
  row: Row,
  rows: readonly Row[],
  variants: readonly Row[],
  columns: readonly string[],
): Row | "unclear" | undefined {
  if (!columns.some((column) => OF_VARIANT.test(column))) return undefined;
  const sku = skuOf(row);
  const nameless = variants.filter(({ cells }) => !cells.sku);
  const place = rows.indexOf(row);
  if (sku) return variants.find(({ cells }) => cells.sku === sku);
  if (columns.includes("sku")) return nameless[rows.slice(0, place).filter((each) => !skuOf(each)).length];
  const isClear = nameless.length === variants.length || rows.length === variants.length;
  return isClear ? variants[place] : "unclear";
}

function skuOf({ cells }: Row): string {
  return (cells.sku ?? "").trim().normalize();
}

function faultsOfRow(
  row: Row,
  before: Row | "unclear" | undefined,
  known: Known,
  owners: Set<string>,
): CellFault[] {
  const { cells, fault } = row;
  if (fault) return [{ column: "", kind: fault }];
  const key = (cells.key ?? "").trim();
  const sku = skuOf(row);
  const faults: CellFault[] = [];
  if (!KEY.test(key) || key.length > CreateProduct.key.max) faults.push({ column: "key", kind: "key" });
  const states: readonly string[] = CreateProduct.status.choices;
  const status = (cells.status ?? "").trim();
  if (status && !states.includes(status.toLowerCase())) faults.push({ column: "status", kind: "status" });
  if (before === "unclear") faults.push({ column: "sku", kind: "sku" });
  if (sku && owners.has(sku)) faults.push({ column: "sku", kind: "twice" });
  owners.add(sku);
  if (cells.requires_shipping && parseBoolean(cells.requires_shipping) === undefined)
    faults.push({ column: "requires_shipping", kind: "truth" });
  const found = before === "unclear" ? undefined : before;
  return [...faults, ...Object.keys(cells).flatMap((column) => faultOfCell(column, row, found, known))];
}

function faultOfCell(column: string, { cells }: Row, before: Row | undefined, known: Known): CellFault[] {
  const value = (cells[column] ?? "").trim();
  const isStock = column.startsWith("stock:");
  if (value === "" || !(OF_MARKET.test(column) || isStock || column === "weight")) return [];
  // The import ignores counted stock.
  if (isStock && before && isCounted(before)) return [];
  const strange = column === "weight" ? [] : faultOfKey(column, known);
  if (strange.length > 0) return strange;
  if (!/^\d{1,12}$/.test(value)) return [{ column, kind: "number" }];
  const [, kind, market = ""] = OF_MARKET.exec(column) ?? [];
  const price = `price:${market}`;
  const isAlone = kind === "compare_at" && !(cells[price] ?? before?.cells[price] ?? "").trim();
  return isAlone ? [{ column, kind: "beside" }] : [];
}

/** Columns of prices and stock end with the store's own keys. */
function faultOfKey(column: string, { markets, locations }: Known): CellFault[] {
  const [prefix = "", key = ""] = column.split(/:(.*)/s);
  if (OF_MARKET.test(column)) return markets.includes(key.trim()) ? [] : [{ column, kind: "market" }];
  if (prefix === "stock" && key) return locations.includes(key.trim()) ? [] : [{ column, kind: "location" }];
  return [{ column, kind: "column" }];
}
