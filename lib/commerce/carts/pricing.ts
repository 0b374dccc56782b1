import { type Context, isAnonymous } from "#core/context.ts";
import { refuse } from "#core/errors.ts";
import type { Address } from "#lib/money/markets/address-schema.ts";
import {
  chosenOffer,
  type ShippingOffer,
  shippingOffers,
  shippingTaxRate,
  taxRate,
  zoneOf,
} from "#lib/money/markets/zones.ts";
import { NO_DISCOUNTS, type PricedLines, priceLines } from "#lib/money/money/pricing.ts";
import { type CodeRefusal, codeRefusal } from "#lib/money/promo-codes/refusal.ts";
import { type Basket, discountsIn, discountsItem } from "#lib/money/promo-codes/rules.ts";
import type { PromoCode } from "#lib/money/promo-codes/schema.ts";
import type { Market, Zone } from "#lib/tenancy/tenants/market-schema.ts";
import type { LoadedLines } from "./load-cart.ts";
import type { Cart } from "./schema.ts";
import { type CartUnit, chargeablePrice } from "./units.ts";

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
  units: CartUnit[];
  zone: Zone | undefined;
  /** Whether anything of it is to be sent. */
  ships: boolean;
  deliveries: ShippingOffer[];
  delivery: ShippingOffer | undefined;
  /** Why its code takes nothing off, where it has one that does not apply. */
  refusal: CodeRefusal | undefined;
  priced: PricedLines;
}

/**
 * Prices what is in a cart. The zone is that of the address, or the market's first one before there is an address; the
 * ways to send it are known once the discounts are, because some of them are free above a sum. A code that does not apply
 * takes nothing off, and says why.
 */
export function priceCart(units: CartUnit[], terms: Terms): PricedCart {
  const { market, address, promo, now } = terms;
  const zone = zoneOf(market, address);
  if (subtotalOf(units) > MAX) throw refuse("items", "come to more than can be reckoned exactly");
  const tax = { bps: taxRate(market, zone), inclusive: market.taxMode === "INCLUSIVE" };
  const lines = units.map((unit) => ({
    amount: chargeablePrice(unit),
    quantity: unit.quantity,
    discounted: promo !== undefined && discountsItem(promo, idsOf(unit)),
    taxBps: taxRate(market, zone, unit.taxCategory),
  }));
  const basket = basketOf(units, now);
  const { ships } = basket;
  const refusal = terms.code ? codeRefusal(terms.code, promo, basket, market, terms.anonymous) : undefined;
  const discounts = terms.code && promo && !refusal ? discountsIn(promo, market) : NO_DISCOUNTS;
  const goods = priceLines(lines, discounts, [], tax);
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
    refusal,
    priced: priceLines(lines, discounts, charges, tax),
  };
}

/** What the units come to before anything is taken off or added. */
function subtotalOf(units: readonly CartUnit[]): number {
  return units.reduce((sum, unit) => sum + unit.quantity * chargeablePrice(unit), 0);
}

/** What a promo code judges of them. */
function basketOf(units: readonly CartUnit[], now: number): Basket {
  const ids = units.map(idsOf);
  return {
    subtotal: subtotalOf(units),
    productIds: ids.flatMap(({ productId }) => productId ?? []),
    serviceIds: ids.flatMap(({ serviceId }) => serviceId ?? []),
    ships: units.some((unit) => unit.ships),
    now,
  };
}

function idsOf({ line }: CartUnit): { productId?: string; serviceId?: string } {
  return line.type === "product" ? { productId: line.product_id } : { serviceId: line.service_id };
}

/** Whether a try of a cart's code was counted, so that the cart may say what becomes of it. */
export function isCodeTried({
  promo_code,
  tried_code,
  quoted,
}: Pick<Cart, "promo_code" | "tried_code" | "quoted">) {
  return promo_code !== null && (tried_code === promo_code || quoted?.promo_code === promo_code);
}

/**
 * A cart as it is priced now; `undefined` where it comes to more than can be reckoned exactly. Its promo code counts once
 * a try of it was counted: codes are not to be guessed.
 */
export function priceCartNow(
  ctx: Context,
  cart: Cart,
  { units, market, promo }: LoadedLines,
): PricedCart | undefined {
  const lines = new Set(cart.items.map(({ id }) => id));
  const own = units.filter(({ line }) => lines.has(line.id));
  if (subtotalOf(own) > MAX) return undefined;
  return priceCart(own, {
    market,
    address: cart.shipping_address,
    code: (isCodeTried(cart) && cart.promo_code) || "",
    promo,
    anonymous: isAnonymous(ctx),
    methodId: cart.shipping_method_id,
    now: ctx.now(),
  });
}
