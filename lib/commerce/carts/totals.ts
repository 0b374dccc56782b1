import { totalsOf } from "#lib/money/money/totals.ts";
import type { Totals } from "#lib/money/money/totals-schema.ts";
import { whyNotIn } from "#lib/money/promo-codes/rules.ts";
import type { Loaded } from "./load.ts";
import { basketOf, MAX, priceCart, subtotalOf } from "./pricing.ts";
import type { Cart } from "./schema.ts";

/**
 * What a cart comes to now; null where that is more than can be reckoned exactly. Its promo code counts once a quote has
 * taken it: whoever tries codes tries them by quotes, which are counted.
 */
export function cartTotals(cart: Cart, { units, market, promo }: Loaded, now: number): Totals | null {
  const lines = new Set(cart.items.map(({ id }) => id));
  const own = units.filter(({ line }) => lines.has(line.id));
  if (subtotalOf(own) > MAX) return null;
  const taken = cart.promo_code !== null && cart.quoted?.promo_code === cart.promo_code ? promo : undefined;
  const counts = taken && whyNotIn(taken, basketOf(own, now), market) === undefined ? taken : undefined;
  const { priced } = priceCart(own, {
    market,
    address: cart.shipping_address,
    code: counts?.code ?? "",
    promo: counts,
    anonymous: false,
    methodId: cart.shipping_method_id,
    now,
  });
  return totalsOf({ ...priced, currency: market.currency, market: market.key ?? market.id });
}
