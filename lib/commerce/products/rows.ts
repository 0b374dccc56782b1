import { parse } from "csv-parse/sync";
import * as z from "zod";
import { csvLine, FORMULA } from "#core/csv.ts";
import { type ApiError, GENERAL } from "#core/errors.ts";
import { shown } from "#core/shown.ts";
import { isObject } from "#lib/content/blocks/place.ts";
import { type CreateProduct, ExportedProduct, type Product, type ProductView } from "./schema.ts";

/** A product of a file, by the line that it begins in, or what is wrong with the line. */
export interface Row {
  line: number;
  key: string | null;
  /** The lines of its variants, in a file with columns. */
  lines?: number[];
  product?: unknown;
  refused?: ApiError;
}

/** Columns of a CSV file that are the same in every store; the others are `price:`, `compare_at:` and `stock:`. */
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

const lineOf = shown(ExportedProduct);

/** The products of a file of JSON Lines: each line is what makes a product, and may have `media_urls`. */
export function jsonRows(text: string): Row[] {
  return text.split(/\r?\n/).flatMap((each, index): Row[] => {
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

/** The products of a CSV file with a row a variant; rows that follow one another with the same key are one product. */
export function csvRows(text: string): Row[] {
  const rows: Row[] = [];
  for (const { record, info } of recordsIn(text)) {
    const last = rows.at(-1);
    const key = record.key ?? "";
    const { lines: line } = info;
    if (last?.lines && last.key === key) {
      variantsOf(last.product).push(variantFrom(record));
      last.lines.push(line);
    } else rows.push({ line, lines: [line], key: key.slice(0, 100), product: productFrom(record) });
  }
  return rows;
}

/** A product as a line of JSON Lines that makes it again, in any store with locations of the same keys. */
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
  return JSON.stringify(lineOf({ ...product, variants }));
}

export function csvHeading(markets: string[], locations: string[]): string {
  return csvLine([
    ...COLUMNS,
    ...markets.flatMap((market) => [`price:${market}`, `compare_at:${market}`]),
    ...locations.map((location) => `stock:${location}`),
  ]);
}

/** The rows of a product in CSV, one a variant. */
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
 * The ids of the variants that a row means, so that it changes them: those with the same sku, and of those without one
 * the first, the second and so on. Their stock stays as it is once it is counted: what a file says of it is of the day
 * when the file was written.
 */
export function withIds(input: CreateProduct, { variants }: Pick<Product, "variants">): CreateProduct {
  const nameless = variants.filter(({ sku }) => sku === null);
  const named = input.variants?.map((variant) => {
    const bySku = variants.find(({ sku }) => sku !== null && sku === variant.sku);
    const known = bySku ?? (variant.sku == null ? nameless.shift() : undefined);
    return { ...variant, id: known?.id, inventory: known?.counted ? undefined : variant.inventory };
  });
  return { ...input, variants: named };
}

type Record = { [column: string]: string };

const Parsed = z.array(
  z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.int() }) }),
);

function recordsIn(text: string): z.output<typeof Parsed> {
  const options = { columns: true, info: true, bom: true, trim: true, skip_empty_lines: true } as const;
  const isQuoted = (value: string) => value.startsWith("'") && FORMULA.test(value.slice(1));
  const cast = (value: string) => (isQuoted(value) ? value.slice(1) : value);
  return Parsed.parse(parse(text, { ...options, cast }));
}

function productFrom(record: Record) {
  const { key, status, name, media_urls } = record;
  return {
    key,
    ...(status ? { status } : {}),
    ...(name ? { name } : {}),
    ...(media_urls ? { media_urls: media_urls.split(/\s+/) } : {}),
    variants: [variantFrom(record)],
  };
}

function variantFrom(record: Record) {
  const { sku, weight, requires_shipping, tax_category_id } = record;
  const columns = (prefix: string) =>
    Object.entries(record).flatMap(([column, text]): [string, string][] =>
      column.startsWith(prefix) && text !== "" ? [[column.slice(prefix.length), text]] : [],
    );
  return {
    ...(sku ? { sku } : {}),
    ...(weight ? { weight: numberIn(weight) } : {}),
    ...(requires_shipping ? { requires_shipping: requires_shipping.toLowerCase() !== "false" } : {}),
    ...(tax_category_id ? { tax_category_id } : {}),
    // A file without prices says nothing of them.
    ...(Object.keys(record).some((column) => column.startsWith("price:"))
      ? {
          prices: columns("price:").map(([market, amount]) => ({
            market,
            amount: numberIn(amount),
            compare_at: numberIn(record[`compare_at:${market}`] || null),
          })),
        }
      : {}),
    inventory: columns("stock:").map(([location, available]) => ({
      location_id: location,
      available: numberIn(available),
    })),
  };
}

// What is no number goes on as it is, and is refused by its field.
function numberIn(text: string | null): number | string | null {
  return text !== null && /^-?\d{1,12}$/.test(text) ? Number(text) : text;
}

function variantsOf(product: unknown): unknown[] {
  const variants = isObject(product) ? product.variants : undefined;
  return Array.isArray(variants) ? variants : [];
}

function keyOf(product: unknown): string | null {
  const key = isObject(product) ? product.key : undefined;
  return typeof key === "string" ? key.toWellFormed().slice(0, 100) : null;
}

/** The name that a row of CSV gives its product. */
export function nameOf(product: unknown): string | undefined {
  const name = isObject(product) ? product.name : undefined;
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** The urls of pictures that a row names. */
export function mediaUrlsOf(product: unknown): string[] {
  const urls = isObject(product) ? product.media_urls : undefined;
  return Array.isArray(urls) ? urls.filter((url) => typeof url === "string") : [];
}
