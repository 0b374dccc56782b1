import { parseBoolean } from "#console/generated/boolean-words.ts";
import type { Row } from "./file.ts";

export type Change = { column: string; before: string; after: string };

/** Columns of the product and of a variant in which an empty cell changes nothing. */
const PRODUCT_COLUMNS = ["status", "name"];
const VARIANT_COLUMNS = ["weight", "requires_shipping", "tax_category_id"];

/**
 * The changes that importing a row makes. `product` is set only for the product's first row. An empty price
 * cell removes the price. Counted stock stays unchanged, because the file is older than the latest sales.
 */
export function changesOf({ cells }: Row, product: Row | undefined, variant: Row | undefined): Change[] {
  const columns = Object.keys(cells);
  const filledOf = (names: readonly string[]) => names.filter((name) => cells[name]?.trim());
  const stock = columns.filter((column) => column.startsWith("stock:") && cells[column]?.trim());
  const prices = columns.filter((column) => /^(price|compare_at):/.test(column));
  return [
    ...(product ? filledOf(PRODUCT_COLUMNS).flatMap((column) => changeOf(column, product, cells)) : []),
    ...(variant
      ? [...filledOf(VARIANT_COLUMNS), ...prices].flatMap((column) => changeOf(column, variant, cells))
      : []),
    ...(variant && !isCounted(variant) ? stock.flatMap((column) => changeOf(column, variant, cells)) : []),
  ];
}

/** Whether the stock of an exported variant is counted: an export has numbers for counted stock only. */
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
