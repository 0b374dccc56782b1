import type { Context, Guarded } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { type Read, type ReadBatch, readBatch } from "#core/dynamo/read.ts";
import { invalidField } from "#core/errors.ts";
import type { Calendar } from "#lib/booking/schedules/bookings.ts";
import { levelReads } from "#lib/commerce/inventory/plan.ts";
import type { InventoryLevel } from "#lib/commerce/inventory/schema.ts";
import { locationsIn, locationsRead } from "#lib/commerce/locations/location-book.ts";
import type { Location } from "#lib/commerce/locations/schema.ts";
import { productRead } from "#lib/commerce/products/service.ts";
import { promoRead } from "#lib/money/promo-codes/redemption.ts";
import type { PromoCode } from "#lib/money/promo-codes/schema.ts";
import { tenantNotFound } from "#lib/tenancy/access/authorize.ts";
import { findMarket, type Market } from "#lib/tenancy/tenants/market-schema.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { namingLanguages, tenantRead } from "#lib/tenancy/tenants/service.ts";
import { addAppointmentReads } from "./appointments.ts";
import type { Cart, CartLine } from "./schema.ts";
import { carts, contactCarts } from "./table.ts";
import { type CartUnit, goodsUnit, slotUnit } from "./units.ts";

/** The current records that price and check the lines of a cart. */
export interface LoadedLines {
  business: Business;
  /** The cart's market, or the store's first one if the cart's was removed. */
  market: Market;
  units: CartUnit[];
  promo: PromoCode | undefined;
  levels: Stored<InventoryLevel>[];
  /** Returns a new calendar of the providers' booked days at each call; `undefined` without services. */
  calendar: (() => Calendar) | undefined;
}

/**
 * Reads everything that lines are priced and checked with, strongly consistent and in one round trip.
 *
 * @param more adds further reads to the same round trip
 */
export async function loadLines<A = undefined>(
  ctx: Context,
  { business, locations }: Shop,
  {
    market: wanted,
    items,
    promo_code,
    languages: storedLanguages,
  }: Pick<Cart, "market" | "items" | "promo_code" | "languages">,
  more?: (batch: ReadBatch) => () => A,
): Promise<LoadedLines & { more: A | undefined }> {
  const market = requireMarket(business, existingMarket(business, wanted));
  const batch = readBatch(ctx);
  const goods = items.filter((line) => line.type === "product");
  const products = new Map(
    goods.map(({ product_id }) => [product_id, batch.add(productRead(business.id, product_id))]),
  );
  const levels = levelReads(
    business.id,
    goods.map(({ variant_id }) => variant_id),
    locations,
  ).map((read) => batch.add(read));
  const slots = items.filter((line) => line.type === "service");
  const appointments = slots.length > 0 ? addAppointmentReads(ctx, batch, business.id, slots) : undefined;
  const promo = promo_code ? batch.add(promoRead(business.id, promo_code)) : undefined;
  const also = more?.(batch);
  await batch.run();
  const languages = namingLanguages(buyersLanguages(ctx, storedLanguages), business);
  const offers = appointments?.offers(business, languages) ?? [];
  const found = levels.map((level) => level()).filter((level) => level !== undefined);
  const units = items.flatMap((line: CartLine) =>
    line.type === "product"
      ? [goodsUnit(market, line, products.get(line.product_id)?.(), found, languages)]
      : offers
          .filter((offer) => offer.line === line)
          .map((offer) => slotUnit(market, line, offer, languages)),
  );
  const calendar = appointments?.calendar;
  return { business, market, units, promo: promo?.(), levels: found, calendar, more: also?.() };
}

/** The languages of the cart's buyer, also when staff read the cart. */
function buyersLanguages(
  { actor, languages = [] }: Context,
  storedLanguages: readonly string[],
): readonly string[] {
  const isBuyer = actor.kind === "visitor" || actor.kind === "nobody";
  return isBuyer && languages.length > 0 ? languages : storedLanguages;
}

/** Finds a market by key or id, or the store's first one if none is named. Refuses an unknown market. */
export function requireMarket(
  { configs }: Pick<Business, "configs">,
  wanted: string | null | undefined,
): Market {
  const markets = configs.markets ?? [];
  const found = wanted ? findMarket(markets, wanted) : markets[0];
  if (found) return found;
  const known = markets.map(({ id, key }) => key ?? id).join(", ");
  throw invalidField(
    "market",
    known ? `is not a market of this store: it has ${known}` : "is needed: the store has none",
  );
}

/** Returns the key of a cart's market, or an empty text if the store has removed the market since. */
export function existingMarket({ configs }: Pick<Business, "configs">, wanted: string): string {
  return findMarket(configs.markets ?? [], wanted) ? wanted : "";
}

export interface Shop {
  business: Stored<Business>;
  locations: Location[];
}

export function addShopReads(batch: ReadBatch, storeId: string): () => Shop {
  const tenant = batch.add(tenantRead(storeId));
  const book = batch.add(locationsRead(storeId));
  return () => {
    const business = tenant();
    if (!business) throw tenantNotFound("store");
    return { business, locations: locationsIn(storeId, book()) };
  };
}

/** Reads a store and one of its carts in one round trip; the cart is `undefined` if it does not exist. */
export async function readCart(ctx: Guarded, storeId: string, cartId: string) {
  const batch = readBatch(ctx);
  const shop = addShopReads(batch, storeId);
  const cart = batch.add(carts.read({ store_id: storeId, id: cartId }));
  await batch.run();
  return { shop: shop(), cart: cart() };
}

/**
 * Reads a store and the current carts of contacts.
 *
 * @param also a further read for the same round trip
 */
export async function readContactCarts<A extends object>(
  ctx: Guarded,
  storeId: string,
  contactIds: readonly string[],
  also?: Read<A>,
) {
  const batch = readBatch(ctx);
  const besides = also && batch.add(also);
  const shop = addShopReads(batch, storeId);
  const pointers = contactIds.map((contact_id) =>
    batch.add(contactCarts.read({ store_id: storeId, contact_id })),
  );
  await batch.run();
  const found = pointers.map((pointer) => pointer());
  const named = found.map((pointer) =>
    pointer ? batch.add(carts.read({ store_id: storeId, id: pointer.cart_id })) : () => undefined,
  );
  await batch.run();
  return {
    shop: shop(),
    also: besides?.(),
    carts: contactIds.map((contactId, index) => ({
      contactId,
      pointer: found[index],
      cart: named[index]?.(),
    })),
  };
}
