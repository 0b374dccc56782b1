import { type Context, isAnonymous } from "#core/context.ts";
import { invalidField } from "#core/errors.ts";
import type { Address } from "#lib/money/markets/address-schema.ts";
import {
  chosenOffer,
  type ShippingOffer,
  shippingOffers,
  shippingTaxRate,
  taxRate,
  zoneOf,
} from "#lib/money/markets/zones.ts";
import { MAX_SUBTOTAL, NO_DISCOUNTS, type PricedLines, priceLines } from "#lib/money/money/pricing.ts";
import { type CodeRefusal, codeRefusal } from "#lib/money/promo-codes/refusal.ts";
import { appliesToItem, type Basket, discountsIn } from "#lib/money/promo-codes/rules.ts";
import type { PromoCode } from "#lib/money/promo-codes/schema.ts";
import type { Market, Zone } from "#lib/tenancy/tenants/market-schema.ts";
import type { LoadedLines } from "./load-cart.ts";
import type { Cart } from "./schema.ts";
import { type CartUnit, chargeablePrice } from "./units.ts";

interface PricingTerms {
  market: Market;
  address: Address | null;
  code: string;
  promo: PromoCode | undefined;
  /** Whether the caller is anonymous: such callers must not learn which codes will become valid. */
  anonymous: boolean;
  /** Id or key of the shipping method. */
  methodId: string | null;
  now: number;
}

export interface PricedCart extends PricingTerms {
  units: CartUnit[];
  zone: Zone | undefined;
  ships: boolean;
  deliveries: ShippingOffer[];
  delivery: ShippingOffer | undefined;
  /** Why its promo code does not apply. */
  refusal: CodeRefusal | undefined;
  priced: PricedLines;
}

/**
 * Prices a cart. The zone comes from the address, or is the market's first one. Shipping offers depend on the
 * discounts, because some are free above a sum. A code that does not apply gives no discount and the reason.
 */
export function priceCart(units: CartUnit[], terms: PricingTerms): PricedCart {
  const { market, address, promo, now } = terms;
  const zone = zoneOf(market, address);
  if (subtotalOf(units) > MAX_SUBTOTAL)
    throw invalidField("items", "come to more than can be reckoned exactly");
  const tax = { bps: taxRate(market, zone), inclusive: market.taxMode === "INCLUSIVE" };
  const lines = units.map((unit) => ({
    amount: chargeablePrice(unit),
    quantity: unit.quantity,
    discounted: promo !== undefined && appliesToItem(promo, itemIds(unit)),
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

/** The sum before discounts, tax and shipping. */
function subtotalOf(units: readonly CartUnit[]): number {
  return units.reduce((sum, unit) => sum + unit.quantity * chargeablePrice(unit), 0);
}

function basketOf(units: readonly CartUnit[], now: number): Basket {
  const ids = units.map(itemIds);
  return {
    subtotal: subtotalOf(units),
    productIds: ids.flatMap(({ productId }) => productId ?? []),
    serviceIds: ids.flatMap(({ serviceId }) => serviceId ?? []),
    ships: units.some((unit) => unit.ships),
    now,
  };
}

function itemIds({ line }: CartUnit): { productId?: string; serviceId?: string } {
  return line.type === "product" ? { productId: line.product_id } : { serviceId: line.service_id };
}

/** Whether a try of the cart's code was counted, so that the cart may show the code's effect. */
export function isCodeTried({
  promo_code,
  tried_code,
  quoted,
}: Pick<Cart, "promo_code" | "tried_code" | "quoted">) {
  return promo_code !== null && (tried_code === promo_code || quoted?.promo_code === promo_code);
}

/**
 * Prices a cart with its current units; `undefined` if the total cannot be exact. Its promo code applies only
 * after a counted try, so that codes cannot be guessed.
 */
export function priceCartNow(
  ctx: Context,
  cart: Cart,
  { units, market, promo }: LoadedLines,
): PricedCart | undefined {
  const lines = new Set(cart.items.map(({ id }) => id));
  const own = units.filter(({ line }) => lines.has(line.id));
  if (subtotalOf(own) > MAX_SUBTOTAL) return undefined;
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
