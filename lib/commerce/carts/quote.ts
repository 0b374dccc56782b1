import * as z from "zod";
import type { Context } from "#core/context.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { refuse } from "#core/errors.ts";
import { hash, openToken, sealToken } from "#core/seal.ts";
import { checkUses } from "#lib/money/promo-codes/redemption.ts";
import { evaluateCart } from "./evaluate.ts";
import { linesFrom } from "./lines.ts";
import { addShopReads, type Shop } from "./load-cart.ts";
import type { PricedCart } from "./pricing.ts";
import type { CartQuote } from "./quote-schema.ts";
import { newCart } from "./record.ts";
import type { QuoteItems } from "./request-schema.ts";
import type { Cart, Shown } from "./schema.ts";
import { type CartKey, cartFields, openCart } from "./service.ts";
import { carts } from "./table.ts";
import { itemKey } from "./units.ts";
import { principalOf, viewQuote } from "./view.ts";

const PURPOSE = "cart-quote";
/** What a quote's id says. */
const Quoted = z.object({ cart: z.string(), total: z.int(), currency: z.string() });
/** Seconds for which a quote says that it counts; its age alone refuses nothing. */
const QUOTE_LIFETIME = 900;

type Priceable = Pick<Cart, "items" | "market" | "shipping_address" | "promo_code" | "shipping_method_id">;

/** Prices a cart, and notes what its customer was shown. */
export async function quoteCart(
  ctx: Context,
  at: CartKey,
  input: { payment_method_key?: string | null | undefined; shipping_method_id?: string | null | undefined },
): Promise<CartQuote> {
  const { shop, cart } = await openCart(ctx, at);
  const asked = {
    ...cart,
    payment_method_key: input.payment_method_key || cart.payment_method_key,
    shipping_method_id: input.shipping_method_id || cart.shipping_method_id,
  };
  const judged = await evaluateCart(ctx, shop, asked);
  if (judged.promo) await checkUses(judged.promo, cart.shipping_address?.email ?? undefined);
  const id = await quoteId(cart, judged);
  const quoted = shownOf(ctx, asked, judged, id);
  // Quoting is no change of the cart.
  const there = { expression: "attribute_exists(pk)" };
  const write = carts.update({ store_id: at.storeId, id: cart.id }, { set: { quoted }, inner: true }, there);
  if (cart.status !== "converted") await transact(ctx, [write]);
  return viewQuote(judged, id, ctx.now() + QUOTE_LIFETIME);
}

/** Prices what stands in no cart, for anybody. */
export async function quoteOrder(ctx: Context, storeId: string, input: QuoteItems): Promise<CartQuote> {
  const batch = readBatch(ctx);
  const shop = addShopReads(batch, storeId);
  await batch.run();
  return quoteLines(ctx, shop(), input);
}

/** @param email the address that the order would be counted by */
export async function quoteLines(
  ctx: Context,
  shop: Shop,
  input: Omit<QuoteItems, "store_id">,
  email?: string,
): Promise<CartQuote> {
  const cart = await looseCart(ctx, shop, input);
  const judged = await evaluateCart(ctx, shop, cart);
  if (judged.promo) await checkUses(judged.promo, email ?? cart.shipping_address?.email ?? undefined);
  return viewQuote(judged, await quoteId(cart, judged), ctx.now() + QUOTE_LIFETIME);
}

async function looseCart(
  ctx: Context,
  { business }: Shop,
  input: Omit<QuoteItems, "store_id">,
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

/** What a judged cart showed: a checkout charges nothing else without saying so. */
function shownOf(
  ctx: Context,
  cart: Priceable,
  { units, priced, market }: PricedCart,
  id: string | null,
): Shown {
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

/** What a price depends on that the buyer has in hand. */
export function fingerprintOf(cart: Priceable): string {
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

/** The total that a quote's id says, of this cart. */
export async function quotedTotal(
  { id, store_id }: Pick<Cart, "id" | "store_id">,
  quote_id: string,
): Promise<{ total: number; currency: string }> {
  const said = await openToken(PURPOSE, quote_id.replace(/^quote_/, ""), Quoted, store_id);
  if (said?.cart !== id) throw refuse("quote_id", "is not a quote of this cart");
  return said;
}

async function quoteId(cart: Pick<Cart, "id" | "store_id">, { priced, market }: PricedCart): Promise<string> {
  const said = { cart: cart.id, total: priced.total, currency: market.currency };
  return `quote_${await sealToken(PURPOSE, said, cart.store_id)}`;
}
