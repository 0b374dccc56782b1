import type { Totals } from "./totals-schema.ts";

/** What a sale comes to, as orders, quotes and carts say it in one object. */
export function totalsOf({ currency, market, subtotal, shipping, discount, tax, total }: Totals): Totals {
  return { currency, market, subtotal, shipping, discount, tax, total };
}
