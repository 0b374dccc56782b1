import { csvLine } from "#core/csv.ts";
import type { CsvRow } from "#core/csv-rows.ts";
import { type ApiError, GENERAL } from "#core/errors.ts";
import { isObject } from "#core/is-object.ts";
import { visibleFields } from "#core/visible-fields.ts";
import type { Cells } from "./csv-product.ts";
import { type CreateProduct, ExportedProduct, type Product, type ProductView } from "./schema.ts";

/** A product of a file with its first line, or the fault of a line that cannot be read. */
export interface ImportRow {
  line: number;
  key: string | null;
  product?: unknown;
  /** The product's lines in a CSV file; `places` has the index of each variant's line in this list. */
  cells?: { line: number; cells: Cells }[];
  places?: number[];
  refused?: ApiError;
}

/** Columns that every store has; the others begin with `price:`, `compare_at:` or `stock:`. */
export const COLUMNS = [
  "key",
  "status",
  "name",
  "sku",
  "weight",
  "requires_shipping",
  "tax_category_id",
  "media_urls",
] as const;

const toExportedProduct = visibleFields(ExportedProduct);

/** Each line has the input of a product, and may have `media_urls`. */
export function jsonRows(text: string): ImportRow[] {
  return text.split(/\r?\n/).flatMap((each, index): ImportRow[] => {
    if (each.trim() === "") return [];
    const line = index + 1;
    try {
      const product: unknown = JSON.parse(each);
      return [{ line, key: keyOf(product), product }];
    } catch {
      return [{ line, key: null, refused: GENERAL.BAD_REQUEST({ message: "is not JSON" }) }];
    }
  });
}

/** Each row is a variant; rows with the same key are one product. */
export function csvRows(columns: readonly string[], below: readonly CsvRow[]): ImportRow[] {
  const rows: ImportRow[] = [];
  const byKey = new Map<string, ImportRow>();
  for (const { line, values, fault } of below) {
    const message = fault ?? (hasExtras(columns, values) ? extrasText(columns, values) : undefined);
    const named = columns.flatMap((name, at): [string, string][] => {
      const value = values[at];
      return name === "" || value === undefined ? [] : [[name, value]];
    });
    const cells: Cells = Object.fromEntries(named);
    const key = (cells.key ?? "").trim().normalize();
    if (message !== undefined) {
      rows.push({ line, key: key.slice(0, 100) || null, refused: GENERAL.BAD_REQUEST({ message }) });
      continue;
    }
    const same = key === "" ? undefined : byKey.get(key);
    if (same) same.cells?.push({ line, cells });
    else {
      const row: ImportRow = { line, key: key.slice(0, 100), cells: [{ line, cells }] };
      rows.push(row);
      byKey.set(key, row);
    }
  }
  return rows;
}

function hasExtras(columns: readonly string[], values: readonly string[]): boolean {
  return values.slice(columns.length).some((value) => value !== "");
}

function extrasText(columns: readonly string[], values: readonly string[]): string {
  return `has ${values.length} values, and the first line names ${columns.length} columns: put a value with a separator in quotes`;
}

/** A line of JSON Lines that recreates the product in any store with the same location keys. */
export function jsonLine(product: ProductView, locations: { id: string; key: string }[]): string {
  const variants = product.variants.map((variant) => ({
    ...variant,
    inventory: variant.inventory.flatMap(({ location_id, available, backorder = false, low_at = null }) => {
      const location = locations.find(({ id }) => id === location_id)?.key ?? location_id;
      return location
        ? [{ location_id: location, available: Math.max(0, available), backorder, low_at }]
        : [];
    }),
  }));
  return JSON.stringify(toExportedProduct({ ...product, variants }));
}

export function csvHeading(markets: string[], locations: string[]): string {
  return csvLine([
    ...COLUMNS,
    ...markets.flatMap((market) => [`price:${market}`, `compare_at:${market}`]),
    ...locations.map((location) => `stock:${location}`),
  ]);
}

export function csvLines(
  product: ProductView,
  name: string,
  markets: string[],
  locations: { id: string; key: string }[],
): string[] {
  const variants: (ProductView["variants"][number] | undefined)[] =
    product.variants.length > 0 ? product.variants : [undefined];
  return variants.map((variant) =>
    csvLine([
      product.key,
      product.status,
      name,
      variant?.sku,
      variant?.weight,
      variant?.requires_shipping,
      variant?.tax_category_id,
      "",
      ...markets.flatMap((market) => {
        const price = variant?.prices.find((each) => each.market === market);
        return [price?.amount, price?.compare_at];
      }),
      ...locations.map(({ id }) => variant?.inventory.find((level) => level.location_id === id)?.available),
    ]),
  );
}

/**
 * Adds the ids of the variants that a row changes. They are found by SKU, and those without SKU by position. Counted
 * stock stays unchanged, because a file's stock may be outdated.
 */
export function withVariantIds(input: CreateProduct, { variants }: Pick<Product, "variants">): CreateProduct {
  const withoutSku = variants.filter(({ sku }) => sku === null);
  const named = input.variants?.map((variant) => {
    const bySku = variants.find(({ sku }) => sku !== null && sku === variant.sku);
    const known = bySku ?? (variant.sku == null ? withoutSku.shift() : undefined);
    return { ...variant, id: known?.id, inventory: known?.counted ? undefined : variant.inventory };
  });
  return { ...input, variants: named };
}

function keyOf(product: unknown): string | null {
  const key = isObject(product) ? product.key : undefined;
  return typeof key === "string" ? key.toWellFormed().slice(0, 100) : null;
}

export function nameInRow(product: unknown): string | undefined {
  const name = isObject(product) ? product.name : undefined;
  return typeof name === "string" && name !== "" ? name : undefined;
}

export function mediaUrlsInRow(product: unknown): string[] {
  const urls = isObject(product) ? product.media_urls : undefined;
  return Array.isArray(urls) ? urls.filter((url) => typeof url === "string") : [];
}
