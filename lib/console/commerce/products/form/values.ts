import type { Schemas } from "#console/shared/api/types.ts";
import { nameKeyOf, textsOf } from "#console/shared/blocks.ts";
import type { Values } from "#console/shared/form/merge.ts";
import type { Column } from "../cells.ts";
import { mediaIdOf, pictureBlock, picturesOf } from "../content.ts";
import { type Option, optionsOf, type Row, rowsOf, storedVariants } from "../options.ts";

export type Product = Schemas["Product"];

/** The store's settings that the product form needs. */
export interface Catalog {
  languages: readonly string[];
  markets: readonly Schemas["Market"][];
  locations: readonly Schemas["Location"][];
}

/** The names of form fields for a variant's cells. */
export const sku = (row: string) => `sku:${row}`;
export const price = (row: string, market: string) => `price:${row}:${market}`;
export const compareAt = (row: string, market: string) => `compare:${row}:${market}`;
export const stock = (row: string, location: string) => `stock:${row}:${location}`;
export const weight = (row: string) => `weight:${row}`;
export const alt = (media: string, language: string) => `alt:${media}:${language}`;

/** Whether a draft must not restore the field: each sale changes the stock. */
export const isVolatile = (name: string) => name.startsWith("stock:");

/** The form's values. Each cell has its own, so that a key press redraws one cell and edits of two never conflict. */
export function valuesOf(product: Product | undefined, setting: Catalog): Values {
  const { languages } = setting;
  const blocks = product?.blocks ?? [];
  const [name, description] = [nameKeyOf(blocks), "description"].map((key) =>
    textsOf(blocks, key, languages),
  );
  const byLanguage = languages.flatMap((each) => [
    [`name:${each}`, name?.[each] ?? ""],
    [`description:${each}`, description?.[each] ?? ""],
    [`slug:${each}`, product?.slug[each] ?? ""],
  ]);
  const media = [...picturesOf(blocks).values()];
  return {
    ...Object.fromEntries(byLanguage),
    key: product?.key ?? "",
    status: product?.status ?? "draft",
    categories: product?.taxonomies.map(({ taxonomy_id }) => taxonomy_id) ?? [],
    pictures: pictureBlock(blocks)?.value.map(mediaIdOf) ?? [],
    ...Object.fromEntries(
      media.flatMap(({ id, alt: texts }) => languages.map((each) => [alt(id, each), texts[each] ?? ""])),
    ),
    options: optionsOf(product?.variants ?? [], languages[0] ?? "en"),
    all: false,
    ...Object.assign({}, ...(product?.variants ?? []).map((variant) => cellsOf(variant, setting))),
  };
}

function cellsOf(variant: Schemas["Variant"], { markets, locations }: Catalog): Values {
  const { id, prices, inventory } = variant;
  return {
    [sku(id)]: variant.sku,
    [weight(id)]: variant.weight,
    ...Object.fromEntries(
      markets.flatMap(({ key }) => {
        const own = prices.find(({ market }) => market === key);
        return [
          [price(id, key), own?.amount ?? null],
          [compareAt(id, key), own?.compare_at ?? null],
        ];
      }),
    ),
    ...Object.fromEntries(
      locations.map((each) => [
        stock(id, each.id),
        inventory.find(({ location_id }) => location_id === each.id)?.available ?? null,
      ]),
    ),
  };
}

/** The rows of the table of variants for the values of the form. */
export function rowsIn(values: Values, product: Product | undefined, { languages }: Catalog) {
  const language = languages[0] ?? "en";
  const variants = product?.variants ?? [];
  const before = optionsOf(variants, language);
  return rowsOf(optionsIn(values), before, storedVariants(variants, language), values.all === true);
}

export function optionsIn({ options }: Values): readonly Option[] {
  // The form's own value, which `valuesOf` and `Options` set.
  return Array.isArray(options) ? (options as Option[]) : [];
}

export function columnsOf({ markets, locations }: Catalog): Column[] {
  return [
    { kind: "text", name: sku },
    ...markets.flatMap(({ key, currency }): Column[] => [
      { kind: "money", currency, name: (row) => price(row, key) },
      { kind: "money", currency, name: (row) => compareAt(row, key) },
    ]),
    ...locations.map(({ id }): Column => ({ kind: "count", name: (row) => stock(row, id) })),
    { kind: "grams", name: weight },
  ];
}

/** Whether a row has a change to send. */
export function isTouched(row: Row, names: readonly string[], values: Values, before: Values): boolean {
  return !row.variant?.active || names.some((name) => (values[name] ?? null) !== (before[name] ?? null));
}
