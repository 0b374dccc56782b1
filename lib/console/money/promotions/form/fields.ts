import type { AnyField } from "#console/shared/fields.ts";
import { money } from "#console/shared/money.ts";
import type { Words } from "#console/shared/texts.ts";
import { w } from "#console/shared/words.ts";
import { PROMO_FIELDS } from "../fields.tsx";
import { percentText } from "../words.ts";
import { amountFieldName, type Market } from "./values.ts";

const KINDS: readonly (readonly [string, Words])[] = [
  ["percentage", ["Percentage", "Prozent"]],
  ["amount", ["Amount", "Betrag"]],
  ["shipping", ["Free shipping", "Kostenloser Versand"]],
];

function field(name: string, kind: AnyField["kind"], label: Words, more: Partial<AnyField> = {}): AnyField {
  return { name, kind, label, limits: {}, ...more };
}

/** The fields of the form. Each condition of a code, such as its period, has fields of its own. */
export const FIELDS = {
  code: PROMO_FIELDS.code,
  kind: field("kind", "choice", ["Discount", "Rabatt"], { choices: KINDS }),
  percent: field("percent", "number", ["Percent", "Prozent"], {
    text: (value) => (typeof value === "number" ? percentText(value) : w.none),
  }),
  markets: field("markets", "tags", ["Markets", "Märkte"]),
  starts: field("starts", "time", ["Starts", "Beginnt"]),
  ends: field("ends", "time", ["Ends", "Endet"]),
  smallest: field("smallest", "money", ["Smallest order", "Mindestbestellwert"]),
  uses: field("uses", "number", ["Uses in all", "Einlösungen insgesamt"]),
  usesEach: field("usesEach", "number", ["Uses per customer", "Einlösungen pro Person"]),
  products: field("products", "tags", ["Products", "Produkte"]),
  services: field("services", "tags", ["Services", "Leistungen"]),
};

export function amountField({ key, currency }: Market): AnyField {
  return field(amountFieldName(key), "money", [`Amount in ${key}`, `Betrag in ${key}`], {
    text: (value) => (typeof value === "number" ? money(value, currency) : w.none),
  });
}
