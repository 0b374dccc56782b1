import { invalidField } from "#core/errors.ts";
import { findMarket, type Market } from "#lib/tenancy/tenants/market-schema.ts";
import { parseBoolean } from "./boolean-words.ts";
import type { Price, Product, Variant } from "./schema.ts";

/** The values of a row by column; the text of an empty cell is empty. */
export type Cells = Readonly<Record<string, string>>;

interface CsvContext {
  columns: readonly string[];
  markets: readonly Market[];
}

const VARIANT_COLUMN = /^(sku|weight|requires_shipping|tax_category_id|(price|compare_at|stock):.*)$/;

/**
 * Makes the input of a product from its rows in a CSV file. Fields without a column and prices of markets without a
 * column stay unchanged.
 *
 * @returns the product, and the index of each variant's row
 */
export function productFromCsv(
  rows: readonly Cells[],
  known: Product | undefined,
  meaning: CsvContext,
): { product: unknown; places: number[] } {
  const [first = {}] = rows;
  const { key, status, name, media_urls } = first;
  const namesVariants = meaning.columns.some((column) => VARIANT_COLUMN.test(column));
  const variants = (namesVariants ? rows : []).flatMap((cells, place) => {
    const mine = matchVariant(rows, place, known?.variants ?? [], meaning.columns);
    if (isEmptyVariant(cells) && !mine) return [];
    return [{ place, variant: variantFrom(cells, mine, meaning.markets) }];
  });
  const product = {
    key,
    ...(status ? { status: status.trim() } : {}),
    ...(name ? { name } : {}),
    ...(media_urls ? { media_urls: media_urls.trim().split(/\s+/) } : {}),
    ...(namesVariants ? { variants: variants.map(({ variant }) => variant) } : {}),
  };
  return { product, places: variants.map(({ place }) => place) };
}

function isEmptyVariant(cells: Cells): boolean {
  return !Object.entries(cells).some(([column, text]) => VARIANT_COLUMN.test(column) && text !== "");
}

/**
 * The variant of a row: the one with its SKU, and for rows without SKU the nth variant without one. In a file
 * without SKUs, rows and variants correspond by order, if that is unambiguous.
 */
function matchVariant(
  rows: readonly Cells[],
  index: number,
  variants: readonly Variant[],
  columns: readonly string[],
): Variant | undefined {
  const sku = rows[index]?.sku?.trim().normalize();
  const withoutSku = variants.filter((each) => each.sku === null);
  if (sku) return variants.find((each) => each.sku === sku);
  if (columns.includes("sku")) {
    const before = rows.slice(0, index).filter((cells) => !cells.sku).length;
    return withoutSku[before];
  }
  if (withoutSku.length !== variants.length && rows.length !== variants.length)
    throw invalidField("sku", `is needed to say which of the ${variants.length} variants each row means`);
  return variants[index];
}

function variantFrom(cells: Cells, known: Variant | undefined, markets: readonly Market[]) {
  const { sku, weight, requires_shipping, tax_category_id } = cells;
  const stock = valuesUnder("stock:", cells).filter(([, available]) => available !== "");
  const prices = pricesOf(cells, known?.prices ?? [], markets);
  return {
    ...(known ? { id: known.id } : {}),
    ...(sku ? { sku } : {}),
    ...(weight ? { weight: numberIn(weight) } : {}),
    ...(requires_shipping
      ? { requires_shipping: parseBoolean(requires_shipping) ?? requires_shipping.trim() }
      : {}),
    ...(tax_category_id ? { tax_category_id: tax_category_id.trim() } : {}),
    ...(prices ? { prices } : {}),
    // A file's stock may be outdated, so the stock of counted variants stays unchanged.
    ...(known?.counted
      ? {}
      : { inventory: stock.map(([location_id, text]) => ({ location_id, available: numberIn(text) })) }),
  };
}

interface PriceInput {
  market: string;
  amount: unknown;
  compare_at: unknown;
}

/** A variant's prices after the import of its row; `undefined` if the row names none. */
function pricesOf(
  cells: Cells,
  known: readonly Price[],
  markets: readonly Market[],
): PriceInput[] | undefined {
  const amounts = new Map(valuesUnder("price:", cells));
  const compareAts = new Map(valuesUnder("compare_at:", cells));
  const named = [...new Set([...amounts.keys(), ...compareAts.keys()])];
  if (named.length === 0) return undefined;
  const keyOf = (name: string) => {
    const market = findMarket(markets, name.trim());
    return market?.key ?? market?.id ?? name;
  };
  const unchanged = known.filter(({ market }) => !named.some((name) => keyOf(name) === market));
  const changed = named.flatMap((name): PriceInput[] => {
    const old = known.find(({ market }) => market === keyOf(name));
    const [amount, compare_at] = [amounts.get(name) ?? old?.amount ?? "", compareAts.get(name)];
    if (amount === "" && compare_at)
      throw invalidField(`compare_at:${name}`, "needs the price of this market beside it");
    if (amount === "") return [];
    return [
      {
        market: name,
        amount: numberIn(amount),
        compare_at: compare_at === "" ? null : numberIn(compare_at ?? old?.compare_at ?? null),
      },
    ];
  });
  const place = ({ market }: { market: string }) => {
    const at = known.findIndex((each) => each.market === keyOf(market));
    return at < 0 ? known.length : at;
  };
  return [...unchanged, ...changed].toSorted((one, other) => place(one) - place(other));
}

function valuesUnder(prefix: string, cells: Cells): [string, string][] {
  return Object.entries(cells).flatMap(([column, text]): [string, string][] =>
    column.startsWith(prefix) ? [[column.slice(prefix.length), text.trim()]] : [],
  );
}

// Text that is no whole number stays as it is, and validation refuses it with its field.
function numberIn(text: string | number | null): number | string | null {
  return typeof text === "string" && /^-?\d{1,12}$/.test(text.trim()) ? Number(text) : text;
}
