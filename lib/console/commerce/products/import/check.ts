import { CreateProduct } from "#console/generated/schemas.ts";
import type { Row, Rows } from "#console/shared/csv.ts";

/** What is wrong with a cell: `kind` names it in `texts.ts`. */
export interface CellFault {
  column: string;
  kind: "column" | "key" | "market" | "location" | "number" | "status" | "twice" | "uneven" | "quote";
}

interface Change {
  column: string;
  before: string;
  after: string;
}

/** What an import makes of a line of the file. */
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
/** Columns of which an empty cell leaves things as they are. */
const KEPT = ["status", "name", "weight", "requires_shipping", "tax_category_id"];
const KEY = new RegExp(CreateProduct.key.pattern, "u");
const PRICE = /^(price|compare_at):/;

/** What is wrong with the file as a whole. */
export function faultsOfFile({ columns, broken }: Rows, known: Known): CellFault[] {
  const wrong = columns.flatMap((column): CellFault[] => {
    const [prefix = "", key = ""] = column.split(/:(.*)/s);
    if (PLAIN.includes(column) || column === "") return [];
    if (PRICE.test(column)) return known.markets.includes(key) ? [] : [{ column, kind: "market" }];
    if (prefix === "stock" && key) return known.locations.includes(key) ? [] : [{ column, kind: "location" }];
    return [{ column, kind: "column" }];
  });
  const missing: CellFault[] = columns.includes("key") ? [] : [{ column: "key", kind: "key" }];
  return [...missing, ...wrong, ...(broken === undefined ? [] : [{ column: "", kind: "quote" as const }])];
}

/** What an import makes of each line, beside what is there. */
export function checked(file: Rows, there: Rows): Line[] {
  const stored = new Map<string, Row[]>();
  for (const row of there.rows) {
    const { key = "" } = row.cells;
    stored.set(key, [...(stored.get(key) ?? []), row]);
  }
  const owners = new Map<string, string>();
  const nameless = new Map([...stored].map(([key, rows]) => [key, rows.filter(({ cells }) => !cells.sku)]));
  return file.rows.map((row): Line => {
    const { key = "", sku = "", name = "" } = row.cells;
    const variants = stored.get(key);
    const before = sku ? variants?.find(({ cells }) => cells.sku === sku) : nameless.get(key)?.shift();
    const faults = faultsOfRow(row, file.columns, owners);
    const shown = { line: row.line, key, name: name || variants?.[0]?.cells.name || "" };
    if (faults.length > 0) return { ...shown, outcome: "fault", changes: [], faults };
    if (!variants || !before) return { ...shown, outcome: "new", changes: [], faults };
    const changes = changesOf(row, before, file.columns);
    return { ...shown, outcome: changes.length > 0 ? "changed" : "same", changes, faults };
  });
}

function faultsOfRow(row: Row, columns: readonly string[], owners: Map<string, string>): CellFault[] {
  const { key = "", sku = "", status = "" } = row.cells;
  const faults: CellFault[] = [];
  if (row.uneven !== undefined) faults.push({ column: "", kind: "uneven" });
  if (!KEY.test(key) || key.length > CreateProduct.key.max) faults.push({ column: "key", kind: "key" });
  const states: readonly string[] = CreateProduct.status.choices;
  if (status && !states.includes(status.toLowerCase())) faults.push({ column: "status", kind: "status" });
  if (sku && owners.has(sku)) faults.push({ column: "sku", kind: "twice" });
  owners.set(sku, key);
  const counted = columns.filter((column) => PRICE.test(column) || /^(stock:|weight$)/.test(column));
  for (const column of counted)
    if (row.cells[column] && !/^\d{1,12}$/.test(row.cells[column])) faults.push({ column, kind: "number" });
  return faults;
}

/** Stock that is counted stays as it is, whatever the file says: it is older than the sales since. */
function changesOf({ cells }: Row, before: Row, columns: readonly string[]): Change[] {
  // A file with prices says all of them; one without any leaves them as they are.
  const prices = columns.some((column) => column.startsWith("price:"))
    ? Object.keys(before.cells).filter((column) => PRICE.test(column))
    : [];
  const plain = KEPT.filter((column) => cells[column]);
  return [...plain, ...prices].flatMap((column) => {
    const [old = "", after = ""] = [before.cells[column], cells[column]];
    return same(old, after) ? [] : [{ column, before: old, after }];
  });
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
