import { type Context, visitor } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { contactBehind } from "#lib/tenancy/visitors/addresses.ts";
import { contactIds } from "#lib/tenancy/visitors/own.ts";
import { linesOfAnother } from "./foreign.ts";
import { join } from "./join.ts";
import { knownMarket, loadLines, marketNamed } from "./load.ts";
import { isOpen, naming } from "./pointer.ts";
import { readCart, readContactCarts, type Shop } from "./read.ts";
import { cartCreation, newCart } from "./record.ts";
import type { Cart, CartView } from "./schema.ts";
import { isTheirs, priced, showCart } from "./service.ts";
import { cartOfToken } from "./token.ts";
import { viewCart } from "./view.ts";

/**
 * The visitor's current cart, or a new one. A cart from before the visitor's address was known, and one of the visitor's
 * own that a link recovers, are joined with it first. Of another's cart the link brings the lines alone.
 */
export async function currentCart(
  ctx: Context,
  storeId: string,
  { market, token }: { market?: string | null | undefined; token?: string | null | undefined },
): Promise<CartView> {
  const caller = visitor(ctx);
  const { shop, carts } = await readContactCarts(ctx, storeId, contactIds(caller));
  const theirs = carts.map(({ cart }) => (cart && isTheirs(ctx, cart) ? cart : undefined));
  const [own, ...former] = theirs;
  const others = new Map(former.flatMap((cart) => (cart && canJoin(cart) ? [[cart.id, cart]] : [])));
  const linked = token ? await linkedCart(ctx, storeId, token) : undefined;
  if (linked?.isTheirs && canJoin(linked.cart)) others.set(linked.cart.id, linked.cart);
  // A contact that was joined still names the cart that is the caller's by now.
  if (own) others.delete(own.id);
  const foreign = linked?.isTheirs === false ? linked.cart : undefined;
  const lines = foreign ? linesOfAnother(ctx, foreign) : [];
  const open = own && isOpen(own) ? own : undefined;
  const names = (cart_id: string) =>
    naming(carts[0]?.pointer, { store_id: storeId, contact_id: caller.id, cart_id });
  if (!open && others.size === 0) {
    const lately = foreign && knownMarket(shop.business, foreign.market);
    const cart = cartFor(ctx, shop, { market: market || lately, items: lines });
    return begin(ctx, shop, cart, names);
  }
  const [first, ...rest] = open ? [open, ...others.values()] : [...others.values()];
  if (!first) throw GENERAL.CONFLICT();
  // What is being paid for stays as it is until that has ended.
  const joins = rest.length > 0 || lines.length > 0 || first.contact_id !== caller.id;
  if (!joins || first.status === "converted") return showCart(ctx, shop, first, "visitor");
  const base = { ...first, contact_id: caller.id };
  return join(ctx, shop, base, { own: rest, lines }, open ? [] : [names(first.id)]);
}

/** The cart that a link is to, and whether it is the caller's. Another's that was bought, or given up, is not there. */
async function linkedCart(
  ctx: Context,
  storeId: string,
  token: string,
): Promise<{ cart: Stored<Cart>; isTheirs: boolean }> {
  const id = await cartOfToken(storeId, token);
  const { cart } = await readCart(ctx, storeId, id ?? "");
  if (!cart) throw linkOver();
  if (await isOfCaller(ctx, cart)) return { cart, isTheirs: true };
  if (!canJoin(cart)) throw linkOver();
  return { cart, isTheirs: false };
}

/** Whether a cart is of the contact who calls, also by what its contact turned out to be since. */
async function isOfCaller(ctx: Context, cart: Cart): Promise<boolean> {
  const { store_id, contact_id } = cart;
  if (contact_id === null || isTheirs(ctx, cart)) return contact_id !== null;
  const behind = await contactBehind({ store_id, contact_id });
  return behind?.id === visitor(ctx).id;
}

function linkOver(): ApiError {
  const { code, status } = GENERAL.NOT_FOUND;
  return new ApiError(code, status, "The cart of this link is not there any more. Begin without `token`.");
}

function canJoin({ status, merged_into_cart_id }: Cart): boolean {
  return !merged_into_cart_id && (status === "active" || status === "abandoned");
}

function cartFor(
  ctx: Context,
  { business }: Shop,
  { market, items }: { market: string | null | undefined; items: Cart["items"] },
): Stored<Cart> {
  const { id, key } = marketNamed(business, market);
  return newCart(ctx, business, {
    contact_id: visitor(ctx).id,
    origin: "storefront",
    market: key ?? id,
    items,
  });
}

async function begin(
  ctx: Context,
  shop: Shop,
  cart: Stored<Cart>,
  names: (cartId: string) => Write,
): Promise<CartView> {
  const loaded = await loadLines(ctx, shop, cart);
  const ready = priced(ctx, cart, loaded);
  const view = await viewCart(ctx, ready, loaded, "visitor");
  return transact(ctx, [...cartCreation(ctx, ready), names(ready.id)], view);
}
