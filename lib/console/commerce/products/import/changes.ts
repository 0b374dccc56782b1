import { parseBoolean } from "#console/generated/truth.ts";
import type { Row } from "./file.ts";

export interface Change {
  column: string;
  before: string;
  after: string;
}

/** Columns of which an empty cell leaves things as they are, of the product and of a variant. */
const OF_PRODUCT = ["status", "name"];
const OF_VARIANT = ["weight", "requires_shipping", "tax_category_id"];

/**
 * What a row changes: what its columns name, and nothing else. Of a product its first row decides. An empty price takes
 * the price of this market away; stock that is counted stays, as the file is older than the sales since.
 */
export function changesOf({ cells }: Row, product: Row | undefined, variant: Row | undefined): Change[] {
  const columns = Object.keys(cells);
  const kept = (names: readonly string[]) => names.filter((name) => cells[name]?.trim());
  const stock = columns.filter((column) => column.startsWith("stock:") && cells[column]?.trim());
  const prices = columns.filter((column) => /^(price|compare_at):/.test(column));
  return [
    ...(product ? kept(OF_PRODUCT).flatMap((column) => changeOf(column, product, cells)) : []),
    ...(variant
      ? [...kept(OF_VARIANT), ...prices].flatMap((column) => changeOf(column, variant, cells))
      : []),
    ...(variant && !isCounted(variant) ? stock.flatMap((column) => changeOf(column, variant, cells)) : []),
  ];
}

/** Stock is counted once somebody has said how much there is: an export has a number for it. */
export function isCounted({ cells }: Row): boolean {
  return Object.entries(cells).some(([column, text]) => column.startsWith("stock:") && text !== "");
}

function changeOf(column: string, stored: Row, cells: Row["cells"]): Change[] {
  const [before = "", after = ""] = [stored.cells[column]?.trim(), cells[column]?.trim()];
  return isSame(column, before, after) ? [] : [{ column, before, after }];
}

function isSame(column: string, before: string, after: string): boolean {
  if (column === "status") return before.toLowerCase() === after.toLowerCase();
  if (column === "requires_shipping") return parseBoolean(before) === parseBoolean(after);
  return before === after;
}
