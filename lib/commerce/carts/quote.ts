import * as z from "zod";
import type { Context } from "#core/context.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { hash, openToken, sealToken } from "#core/seal.ts";
import { checkUses } from "#lib/money/promo-codes/redemption.ts";
import { evaluateCart } from "./evaluate.ts";
import { linesFrom } from "./lines.ts";
import { addShopReads, type Shop } from "./load-cart.ts";
import type { PricedCart } from "./pricing.ts";
import type { CartQuote } from "./quote-schema.ts";
import { newCart } from "./record.ts";
import type { QuoteOrder } from "./request-schema.ts";
import type { Cart, ShownPrices } from "./schema.ts";
import { type CartKey, cartFields, openCart } from "./service.ts";
import { carts } from "./table.ts";
import { itemKey } from "./units.ts";
import { principalOf, viewQuote } from "./view.ts";

const TOKEN_PURPOSE = "cart-quote";
const QuoteClaims = z.object({ cart: z.string(), total: z.int(), currency: z.string() });
/** Seconds until the expiry time that a quote shows; a checkout does not refuse a quote for its age. */
const QUOTE_LIFETIME = 900;

type PricedFields = Pick<Cart, "items" | "market" | "shipping_address" | "promo_code" | "shipping_method_id">;

/** Prices a cart, and stores the prices that its customer was shown. */
export async function quoteCart(
  ctx: Context,
  at: CartKey,
  input: { payment_method_key?: string | null | undefined; shipping_method_id?: string | null | undefined },
): Promise<CartQuote> {
  const { shop, cart } = await openCart(ctx, at);
  const requestedCart = {
    ...cart,
    payment_method_key: input.payment_method_key || cart.payment_method_key,
    shipping_method_id: input.shipping_method_id || cart.shipping_method_id,
  };
  const judged = await evaluateCart(ctx, shop, requestedCart);
  if (judged.promo) await checkUses(judged.promo, cart.shipping_address?.email ?? undefined);
  const id = await quoteId(cart, judged);
  const quoted = shownQuote(ctx, requestedCart, judged, id);
  const ifExists = { expression: "attribute_exists(pk)" };
  // `inner` leaves the cart's version as it is, because a quote changes nothing that the buyer sent.
  const write = carts.update(
    { store_id: at.storeId, id: cart.id },
    { set: { quoted }, inner: true },
    ifExists,
  );
  if (cart.status !== "converted") await transact(ctx, [write]);
  return viewQuote(judged, id, ctx.now() + QUOTE_LIFETIME);
}

/** Prices items that are in no cart, for any caller. */
export async function quoteOrder(ctx: Context, storeId: string, input: QuoteOrder): Promise<CartQuote> {
  const batch = readBatch(ctx);
  const shop = addShopReads(batch, storeId);
  await batch.run();
  return quoteLines(ctx, shop(), input);
}

/** @param email email address whose earlier uses of the promo code are counted */
export async function quoteLines(
  ctx: Context,
  shop: Shop,
  input: Omit<QuoteOrder, "store_id">,
  email?: string,
): Promise<CartQuote> {
  const cart = await temporaryCart(ctx, shop, input);
  const judged = await evaluateCart(ctx, shop, cart);
  if (judged.promo) await checkUses(judged.promo, email ?? cart.shipping_address?.email ?? undefined);
  return viewQuote(judged, await quoteId(cart, judged), ctx.now() + QUOTE_LIFETIME);
}

async function temporaryCart(
  ctx: Context,
  { business }: Shop,
  input: Omit<QuoteOrder, "store_id">,
): Promise<Cart> {
  const { market = "", ...fields } = cartFields(business, input);
  const side = (await ctx.may("WRITE", business.id)) ? "operator" : "visitor";
  const base = { contact_id: null, origin: "storefront", market } as const;
  const named = input.payment_method_id ? { payment_method_key: input.payment_method_id } : {};
  return newCart(ctx, business, {
    ...fields,
    ...named,
    ...base,
    items: linesFrom(ctx, input.items, [], side),
  });
}

/** The prices that a quote showed; a checkout at other prices is refused. */
function shownQuote(
  ctx: Context,
  cart: PricedFields,
  { units, priced, market }: PricedCart,
  id: string | null,
): ShownPrices {
  const { discount, shipping, tax, total } = priced;
  return {
    quote_id: id,
    principal: principalOf(ctx),
    fingerprint: fingerprintOf(cart),
    lines: units.map((unit) => ({
      line_id: unit.line.id,
      thing: itemKey(unit),
      unit_price: unit.price ?? 0,
    })),
    sums: { discount, shipping, tax, total, currency: market.currency },
    promo_code: cart.promo_code,
    at: ctx.now(),
  };
}

/** A hash of the fields of a cart that its buyer can change and its price depends on. */
export function fingerprintOf(cart: PricedFields): string {
  const lines = cart.items.map((line) =>
    line.type === "product"
      ? [line.product_id, line.variant_id, line.quantity]
      : [line.service_id, line.provider_id, line.slots.map(({ from }) => from)],
  );
  const { country, state, postal_code } = cart.shipping_address ?? {};
  const place = [country ?? null, state ?? null, postal_code ?? null];
  const chosen = [cart.market, cart.promo_code, cart.shipping_method_id];
  return hash(JSON.stringify([lines, place, chosen])).slice(0, 22);
}

/** The total in a quote's id; refuses an id of another cart. */
export async function quotedTotal(
  { id, store_id }: Pick<Cart, "id" | "store_id">,
  quote_id: string,
): Promise<{ total: number; currency: string }> {
  const contents = await openToken(TOKEN_PURPOSE, quote_id.replace(/^quote_/, ""), QuoteClaims, store_id);
  if (contents?.cart !== id) throw invalidField("quote_id", "is not a quote of this cart");
  return contents;
}

async function quoteId(cart: Pick<Cart, "id" | "store_id">, { priced, market }: PricedCart): Promise<string> {
  const contents = { cart: cart.id, total: priced.total, currency: market.currency };
  return `quote_${await sealToken(TOKEN_PURPOSE, contents, cart.store_id)}`;
}
