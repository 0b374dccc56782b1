import { type Context, isAnonymous } from "#core/context.ts";
import { invalidField } from "#core/errors.ts";
import type { Offer } from "#lib/booking/bookables/offer.ts";
import type { Price } from "#lib/booking/bookables/service-schema.ts";
import { MAX_SUBTOTAL, NO_DISCOUNTS, type PricedLines, priceLines } from "#lib/money/money/pricing.ts";
import { limitGuesses } from "#lib/money/promo-codes/guess-limit.ts";
import { discountsFor } from "#lib/money/promo-codes/refusal.ts";
import { appliesToItem, type Basket, refusalReasonInMarket } from "#lib/money/promo-codes/rules.ts";
import type { PromoCode } from "#lib/money/promo-codes/schema.ts";
import { findMarket, type Market } from "#lib/tenancy/tenants/market-schema.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { RESERVATION } from "./errors.ts";

/** A service with a quantity to be priced. */
export interface PricedService {
  serviceId: string;
  prices: readonly Price[];
  quantity: number;
}

interface PriceRequest {
  market?: string | undefined;
  currency?: string | undefined;
  promoCode?: string | null | undefined;
  promoCodeId?: string | null | undefined;
  /** Whether the caller is anonymous: such callers see less about codes. */
  anonymous?: boolean;
}

export interface PricedItems {
  market: Market;
  amounts: number[];
  priced: PricedLines;
}

/** The connection's price wins in each market, else the service's counts. */
export function itemOfOffer({ service, connection }: Offer): PricedService {
  const prices = [...(connection.prices ?? []), ...service.prices];
  return { serviceId: service.id, prices, quantity: 1 };
}

/** Prices items in the named market, else in the first with all their prices, of the currency if one is named. */
export function priceItems(
  business: Pick<Business, "configs">,
  items: readonly PricedService[],
  request: PriceRequest,
  promo: PromoCode | undefined,
  now: number,
): PricedItems {
  const market = chooseMarket(business.configs.markets ?? [], items, request);
  const amounts = items.map((item, index) => {
    const amount = amountIn(item, market);
    if (amount === undefined)
      throw invalidField(`items[${index}]`, `has no price in the market ${market.key ?? market.id}`);
    return amount;
  });
  const code = request.promoCode || request.promoCodeId;
  const basket = basketOf(items, amounts, now);
  if (basket.subtotal > MAX_SUBTOTAL)
    throw invalidField("items", "come to more than can be reckoned exactly");
  const discounts = code
    ? discountsFor(promo?.code ?? code, promo, basket, market, request.anonymous)
    : NO_DISCOUNTS;
  const lines = items.map(({ serviceId, quantity }, index) => ({
    amount: amounts[index] ?? 0,
    quantity,
    discounted: promo ? appliesToItem(promo, { serviceId }) : false,
  }));
  const tax = { bps: market.taxBps, inclusive: market.taxMode === "INCLUSIVE" };
  return { market, amounts, priced: priceLines(lines, discounts, [], tax) };
}

/** Prices items for a checkout. A guest's code counts as a try; bookings of accounts are limited anyway. */
export function priceWithCodeTry(
  ctx: Context,
  business: Pick<Business, "id" | "configs">,
  items: readonly PricedService[],
  request: PriceRequest,
  promo: PromoCode | undefined,
): Promise<PricedItems> {
  const anonymous = isAnonymous(ctx);
  const code = anonymous ? request.promoCode || request.promoCodeId : undefined;
  const terms = { ...request, anonymous };
  return limitGuesses(ctx, business.id, code, () => priceItems(business, items, terms, promo, ctx.now()));
}

/** Prices a changed booking in its own market. Its promo code stays while it applies. */
export function repriceItems(
  business: Pick<Business, "configs">,
  items: readonly PricedService[],
  { market, currency }: Required<Pick<PriceRequest, "market" | "currency">>,
  promo: PromoCode | undefined,
  now: number,
): PricedItems {
  const plain = priceItems(business, items, { market, currency }, undefined, now);
  if (!promo || refusalReasonInMarket(promo, basketOf(items, plain.amounts, now), plain.market)) return plain;
  return priceItems(business, items, { market, currency, promoCode: promo.code }, promo, now);
}

function chooseMarket(
  markets: readonly Market[],
  items: readonly PricedService[],
  { market, currency }: PriceRequest,
): Market {
  if (market !== undefined) {
    const found = findMarket(markets, market);
    if (!found) throw invalidField("market", "is not a market of this business");
    if (currency !== undefined && found.currency !== currency)
      throw invalidField("currency", "is not the market's");
    return found;
  }
  const possible = markets.filter((each) => currency === undefined || each.currency === currency);
  if (currency !== undefined && possible.length === 0)
    throw invalidField("currency", "is of no market of this business");
  const fitting = possible.find((each) => items.every((item) => amountIn(item, each) !== undefined));
  const chosen = fitting ?? possible[0];
  if (!chosen) throw RESERVATION.FAILED_CREATE({ message: "the business has no market" });
  return chosen;
}

function basketOf(items: readonly PricedService[], amounts: readonly number[], now: number): Basket {
  const subtotal = items.reduce((sum, { quantity }, index) => sum + quantity * (amounts[index] ?? 0), 0);
  const serviceIds = items.map(({ serviceId }) => serviceId);
  return { subtotal, productIds: [], serviceIds, ships: false, now };
}

// A service without prices is free; one with prices has one in each market in which it is sold.
function amountIn({ prices }: PricedService, { id, key }: Market): number | undefined {
  if (prices.length === 0) return 0;
  return prices.find(({ market }) => market === id || market === key)?.amount;
}
