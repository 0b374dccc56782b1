import type { Choice } from "#console/shared/fields.ts";
import { money } from "#console/shared/money.ts";
import { catalogue, language } from "#console/shared/texts.ts";
import type { Promo } from "./rules.ts";

export const STATUSES: readonly Choice[] = [
  ["active", ["Active", "Aktiv"]],
  ["archived", ["Archived", "Archiviert"]],
];

const t = catalogue(
  {
    freeShipping: "Free shipping",
    offItems: (what: string) => `${what} off`,
    offShipping: (what: string) => `${what} off shipping`,
  },
  {
    freeShipping: "Kostenloser Versand",
    offItems: (what) => `${what} Rabatt`,
    offShipping: (what) => `${what} Rabatt auf den Versand`,
  },
);

/** Basis points as a percentage: `12.5%`. */
export function percentText(bps: number): string {
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 2 }).format(
    bps / 10_000,
  );
}

/** Text of discounts: `15% off`, or `€5.00 off, $6.00 off`. */
export function discountText(
  { discounts }: Pick<Promo, "discounts">,
  currencyOf: (market: string) => string | undefined,
): string {
  const parts = discounts.map((each) => {
    if (each.type === "items_fixed") {
      const currency = currencyOf(each.market_id);
      return t.offItems(currency ? money(each.amount, currency) : `${each.amount} ${each.market_id}`);
    }
    if (each.type === "items_percentage") return t.offItems(percentText(each.bps));
    return each.bps === 10_000 ? t.freeShipping : t.offShipping(percentText(each.bps));
  });
  return [...new Set(parts)].join(", ");
}
