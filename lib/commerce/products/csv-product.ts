import { refuse } from "#core/errors.ts";
import { findMarket, type Market } from "#lib/tenancy/tenants/market-schema.ts";
import { parseBoolean } from "./boolean-words.ts";
import type { Price, Product, Variant } from "./schema.ts";

/** What a row says under each column that it has a value for; empty where it says that there is nothing. */
export type Cells = Readonly<Record<string, string>>;

interface Meaning {
  columns: readonly string[];
  markets: readonly Market[];
}

const OF_VARIANT = /^(sku|weight|requires_shipping|tax_category_id|(price|compare_at|stock):.*)$/;

/**
 * What rows of a CSV file change of a product, or make of a new one: what their columns name, and nothing else. Of a
 * variant whose prices the file has for some markets, the prices for the others stay.
 *
 * @returns the product, and for each of its variants which of the rows it comes from
 */
export function productFromCsv(
  rows: readonly Cells[],
  known: Product | undefined,
  meaning: Meaning,
): { product: unknown; places: number[] } {
  const [first = {}] = rows;
  const { key, status, name, media_urls } = first;
  const namesVariants = meaning.columns.some((column) => OF_VARIANT.test(column));
  const variants = (namesVariants ? rows : []).flatMap((cells, place) => {
    const mine = matched(rows, place, known?.variants ?? [], meaning.columns);
    if (saysNothing(cells) && !mine) return [];
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

function saysNothing(cells: Cells): boolean {
  return !Object.entries(cells).some(([column, text]) => OF_VARIANT.test(column) && text !== "");
}

/**
 * The variant that a row means: the one with its sku, and of rows without one the first, second and so on of those
 * without. In a file without skus the rows are the variants in their order, as long as that says which is which.
 */
function matched(
  rows: readonly Cells[],
  index: number,
  variants: readonly Variant[],
  columns: readonly string[],
): Variant | undefined {
  const sku = rows[index]?.sku?.trim().normalize();
  const nameless = variants.filter((each) => each.sku === null);
  if (sku) return variants.find((each) => each.sku === sku);
  if (columns.includes("sku")) {
    const before = rows.slice(0, index).filter((cells) => !cells.sku).length;
    return nameless[before];
  }
  if (nameless.length !== variants.length && rows.length !== variants.length)
    throw refuse("sku", `is needed to say which of the ${variants.length} variants each row means`);
  return variants[index];
}

function variantFrom(cells: Cells, known: Variant | undefined, markets: readonly Market[]) {
  const { sku, weight, requires_shipping, tax_category_id } = cells;
  const stock = under("stock:", cells).filter(([, available]) => available !== "");
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
    // What a file says of stock is of the day when it was written: what is counted stays.
    ...(known?.counted
      ? {}
      : { inventory: stock.map(([location_id, text]) => ({ location_id, available: numberIn(text) })) }),
  };
}

interface Sent {
  market: string;
  amount: unknown;
  compare_at: unknown;
}

/** The prices that a row leads to; undefined where it names none. */
function pricesOf(cells: Cells, known: readonly Price[], markets: readonly Market[]): Sent[] | undefined {
  const amounts = new Map(under("price:", cells));
  const before = new Map(under("compare_at:", cells));
  const named = [...new Set([...amounts.keys(), ...before.keys()])];
  if (named.length === 0) return undefined;
  const keyOf = (name: string) => {
    const market = findMarket(markets, name.trim());
    return market?.key ?? market?.id ?? name;
  };
  const stays = known.filter(({ market }) => !named.some((name) => keyOf(name) === market));
  const changed = named.flatMap((name): Sent[] => {
    const old = known.find(({ market }) => market === keyOf(name));
    const [amount, compare_at] = [amounts.get(name) ?? old?.amount ?? "", before.get(name)];
    if (amount === "" && compare_at)
      throw refuse(`compare_at:${name}`, "needs the price of this market beside it");
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
  return [...stays, ...changed].toSorted((one, other) => place(one) - place(other));
}

function under(prefix: string, cells: Cells): [string, string][] {
  return Object.entries(cells).flatMap(([column, text]): [string, string][] =>
    column.startsWith(prefix) ? [[column.slice(prefix.length), text.trim()]] : [],
  );
}

// What is no number goes on as it is, and is refused by its field.
function numberIn(text: string | number | null): number | string | null {
  return typeof text === "string" && /^-?\d{1,12}$/.test(text.trim()) ? Number(text) : text;
}
