import { refuse } from "#core/errors.ts";
import type { Address } from "#lib/money/markets/address-schema.ts";
import {
  chosenOffer,
  type Offer,
  shippingOffers,
  shippingTaxRate,
  shipsFreely,
  taxRate,
  zoneOf,
} from "#lib/money/markets/zones.ts";
import { NO_DISCOUNTS, type Priced, price, totalsOf } from "#lib/money/money/pricing.ts";
import type { Totals } from "#lib/money/money/totals-schema.ts";
import { discountsFor } from "#lib/money/promo-codes/redemption.ts";
import { type Basket, isFor, whyNotIn } from "#lib/money/promo-codes/rules.ts";
import type { PromoCode } from "#lib/money/promo-codes/schema.ts";
import type { Market, Zone } from "#lib/tenancy/tenants/market-schema.ts";
import { countedPrice, type Unit } from "./goods.ts";
import type { Loaded } from "./load.ts";
import type { Cart } from "./schema.ts";

/** Minor units that a cart may come to, so that it is exact with its tax. */
const MAX = Number.MAX_SAFE_INTEGER / 2;

interface Terms {
  market: Market;
  address: Address | null;
  /** The code as it was typed; empty for none. */
  code: string;
  promo: PromoCode | undefined;
  /** Whether it is not to be told which codes will be. */
  anonymous: boolean;
  /** Id or key of the way to send it. */
  methodId: string | null;
  now: number;
}

export interface PricedCart extends Terms {
  units: Unit[];
  zone: Zone | undefined;
  /** Whether anything of it is to be sent. */
  ships: boolean;
  deliveries: Offer[];
  delivery: Offer | undefined;
  /** Why it can be sent nowhere, where it is to be sent. */
  undeliverable: string | undefined;
  priced: Priced;
}

/**
 * Prices what is in a cart. The zone is that of the address, or the market's first one before there is an address; the
 * ways to send it are known once the discounts are, because some of them are free above a sum.
 *
 * @throws PAYMENT.PROMO_CODE_INVALID
 */
export function priceCart(units: Unit[], terms: Terms): PricedCart {
  const { market, address, promo, now } = terms;
  const zone = zoneOf(market, address);
  if (subtotalOf(units) > MAX) throw refuse("items", "come to more than can be reckoned exactly");
  const tax = { bps: taxRate(market, zone), inclusive: market.taxMode === "INCLUSIVE" };
  const lines = units.map((unit) => ({
    amount: countedPrice(unit),
    quantity: unit.quantity,
    discounted: promo !== undefined && isFor(promo, idsOf(unit)),
    taxBps: taxRate(market, zone, unit.taxCategory),
  }));
  const basket = basketOf(units, now);
  const { ships } = basket;
  const discounts = terms.code
    ? discountsFor(terms.code, promo, basket, market, terms.anonymous)
    : NO_DISCOUNTS;
  const goods = price(lines, discounts, [], tax);
  const weight = units.reduce((sum, unit) => sum + (unit.ships ? unit.quantity * unit.weight : 0), 0);
  const deliveries =
    ships && zone ? shippingOffers(zone, { weight, value: goods.subtotal - goods.discount }) : [];
  const delivery = chosenOffer(deliveries, terms.methodId) ?? chosenOffer(deliveries, null);
  const charges = delivery
    ? [{ amount: delivery.amount, taxBps: shippingTaxRate(market, zone, delivery.method) }]
    : [];
  return {
    ...terms,
    units,
    zone,
    ships,
    deliveries,
    delivery,
    undeliverable: ships ? whyNot(market, zone, deliveries, delivery) : undefined,
    priced: price(lines, discounts, charges, tax),
  };
}

/** What the units come to before anything is taken off or added. */
function subtotalOf(units: readonly Unit[]): number {
  return units.reduce((sum, unit) => sum + unit.quantity * countedPrice(unit), 0);
}

/** What a promo code judges of them. */
function basketOf(units: readonly Unit[], now: number): Basket {
  const ids = units.map(idsOf);
  return {
    subtotal: subtotalOf(units),
    productIds: ids.flatMap(({ productId }) => productId ?? []),
    serviceIds: ids.flatMap(({ serviceId }) => serviceId ?? []),
    ships: units.some((unit) => unit.ships),
    now,
  };
}

function whyNot(
  market: Market,
  zone: Zone | undefined,
  deliveries: readonly Offer[],
  delivery: Offer | undefined,
): string | undefined {
  if (shipsFreely(market) || delivery) return undefined;
  if (!zone) return "the shop does not ship to this address";
  if (deliveries.length === 0) return "no shipping method takes this cart to this address";
  return "choose one of the shipping methods of its quote as shipping_method_id";
}

function idsOf({ line }: Unit): { productId?: string; serviceId?: string } {
  return line.type === "product" ? { productId: line.product_id } : { serviceId: line.service_id };
}

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
