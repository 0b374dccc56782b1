import type { AnyField } from "#console/shared/fields.ts";
import type { Values } from "#console/shared/form/merge.ts";
import { money } from "#console/shared/money.ts";
import { rowName } from "../options.ts";
import { t } from "./texts.ts";
import {
  type Catalog,
  columnsOf,
  compareAt,
  optionsIn,
  type Product,
  price,
  rowsIn,
  stock,
} from "./values.ts";

/** The labels of a column and of its cells. */
interface ColumnLabel {
  key: string;
  short: string;
  /** The market, currency, location or unit. */
  more: string;
  full: (variant: string) => string;
}

/** One label for each column, in the order of the columns in the table. */
export function labelsOf({ markets, locations }: Catalog): ColumnLabel[] {
  const several = locations.length > 1;
  return [
    { key: "sku", short: t.sku, more: "", full: t.skuOf },
    ...markets.flatMap(({ key, currency }): ColumnLabel[] => {
      const more = markets.length > 1 ? `${key}, ${currency}` : currency;
      return [
        { key: price("", key), short: t.price, more, full: (of) => t.priceOf(of, key) },
        { key: compareAt("", key), short: t.compareAt, more, full: (of) => t.compareAtOf(of, key) },
      ];
    }),
    ...locations.map(
      ({ id, key }): ColumnLabel => ({
        key: stock("", id),
        short: t.stock,
        more: several ? key : "",
        full: (of) => (several ? t.at(t.stockOf(of), key) : t.stockOf(of)),
      }),
    ),
    { key: "weight", short: t.weight, more: "g", full: t.weightOf },
  ];
}

export function ColumnHeadings({ setting }: { setting: Catalog }) {
  return labelsOf(setting).map(({ key, short, more }) => (
    <th key={key} scope="col">
      {short} {more && <span className="unit">{more}</span>}
    </th>
  ));
}

/** A form field for each cell, so that faults and conflicts name the cell. */
export function cellFields(values: Values, product: Product | undefined, setting: Catalog): AnyField[] {
  const options = optionsIn(values);
  const columns = columnsOf(setting);
  return rowsIn(values, product, setting).rows.flatMap((row) =>
    labelsOf(setting).flatMap(({ full }, index) => {
      const column = columns[index];
      if (!column) return [];
      const label = full(rowName(row, options, t.default));
      const text = (value: unknown) =>
        value === null || value === undefined
          ? "–"
          : typeof value === "number" && column.kind === "money"
            ? money(value, column.currency ?? "EUR")
            : String(value);
      return [{ name: column.name(row.id), kind: "text" as const, limits: {}, label: [label, label], text }];
    }),
  );
}
