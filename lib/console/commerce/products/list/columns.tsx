import type { Schemas } from "#console/shared/api/types.ts";
import { type Field, fieldsOf } from "#console/shared/fields.ts";
import { count, money } from "#console/shared/money.ts";
import { activeVariants, PRODUCT_FIELDS } from "../fields.tsx";

type Product = Schemas["Product"];
const f = fieldsOf<Product>();

/** The stock of all counted variants; undefined if none is counted. */
function stockOf(product: Product): number | undefined {
  const counted = activeVariants(product).flatMap(({ available }) => available ?? []);
  return counted.length > 0 ? counted.reduce((sum, each) => sum + each, 0) : undefined;
}

/** The range of prices as a text, in the market of the first price. */
function pricesOf(product: Product): string | undefined {
  const prices = activeVariants(product).flatMap((variant) => variant.prices);
  const [first] = prices;
  if (!first) return undefined;
  const amounts = prices.filter(({ market }) => market === first.market).map(({ amount }) => amount);
  const ends = [...new Set([Math.min(...amounts), Math.max(...amounts)])];
  return ends.map((amount) => money(amount, first.currency)).join(" – ");
}

/** A column that is computed from the variants, so its name is no field of the record. */
function computedField(name: string, field: Field<Product>): Field<Product> {
  return { ...field, name };
}

const dash = <span className="quiet">–</span>;

export function withCategories(
  fields: readonly Field<Product>[],
  categories: readonly { id: string; key: string }[],
): readonly Field<Product>[] {
  if (categories.length === 0) return fields;
  const category = f.choice("taxonomies", {
    label: ["Category", "Kategorie"],
    choices: categories.map(({ id, key }) => [id, [key, key]] as const),
    filter: { by: "taxonomies" },
  });
  return [...fields, category];
}

export const LIST_FIELDS: readonly Field<Product>[] = [
  PRODUCT_FIELDS.status,
  PRODUCT_FIELDS.variants,
  computedField(
    "stock",
    f.number("variants", {
      label: ["Stock", "Bestand"],
      list: true,
      show: (product) => {
        const stock = stockOf(product);
        return stock === undefined ? dash : count(stock);
      },
    }),
  ),
  computedField(
    "price",
    f.money("variants", {
      label: ["Price", "Preis"],
      list: true,
      show: (product) => pricesOf(product) ?? dash,
    }),
  ),
  computedField(
    "in_stock",
    f.choice("variants", {
      label: ["Availability", "Verfügbarkeit"],
      choices: [
        ["true", ["In stock", "Vorrätig"]],
        ["false", ["Sold out", "Ausverkauft"]],
      ],
      filter: { by: "in_stock" },
    }),
  ),
  PRODUCT_FIELDS.key,
  PRODUCT_FIELDS.created_at,
  PRODUCT_FIELDS.updated_at,
];
