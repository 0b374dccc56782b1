import { type Budget, budgetRead, budgetWrite } from "#core/budget.ts";
import { type Context, contactIds, visitor } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { ipNetwork as network } from "#core/http/caller.ts";
import { DAY } from "#core/seconds.ts";
import { followMerges } from "#lib/tenancy/visitors/addresses.ts";
import { contactCartWrite, isCartOpen } from "./contact-cart.ts";
import {
  existingMarket,
  loadLines,
  readCart,
  readContactCarts,
  requireMarket,
  type Shop,
} from "./load-cart.ts";
import { mergeCarts } from "./merge.ts";
import { cartCreation, cartOfToken, newCart } from "./record.ts";
import type { CurrentCart } from "./request-schema.ts";
import type { Cart, StaffCart } from "./schema.ts";
import { isOwnCart, showCart, withPrices } from "./service.ts";
import { copyLines } from "./shared-cart.ts";
import { sourceFrom } from "./source.ts";
import type { Source } from "./source-schema.ts";
import { viewCart } from "./view-cart.ts";

/** Carts of one network that a store believes where they come from: it is free text of a visitor's page. */
const SOURCES = "cart_sources_per_network";
const PER_NETWORK: Budget = [100, DAY];

/**
 * The visitor's current cart, or a new one. A cart from before the visitor's address was known, and one of the visitor's
 * own that a link recovers, are joined with it first. Of another's cart the link brings the lines alone.
 */
export async function currentCart(
  ctx: Context,
  storeId: string,
  { market, token, source: said }: Omit<CurrentCart, "store_id">,
): Promise<StaffCart> {
  const caller = visitor(ctx);
  const source = said ? sourceFrom(said, ctx.now()) : null;
  const from = source ? budgetRead(ctx, SOURCES, networkOf(storeId, ctx), PER_NETWORK) : undefined;
  const { shop, carts, also } = await readContactCarts(ctx, storeId, contactIds(caller), from);
  if (market) requireMarket(shop.business, market);
  const theirs = carts.map(({ cart }) => (cart && isOwnCart(ctx, cart) ? cart : undefined));
  const [own, ...former] = theirs;
  const others = new Map(former.flatMap((cart) => (cart && canJoin(cart) ? [[cart.id, cart]] : [])));
  const linked = token ? await linkedCart(ctx, storeId, token) : undefined;
  if (linked?.isTheirs && canJoin(linked.cart)) others.set(linked.cart.id, linked.cart);
  // A contact that was joined still names the cart that is the caller's by now.
  if (own) others.delete(own.id);
  const foreign = linked?.isTheirs === false ? linked.cart : undefined;
  const lines = foreign ? copyLines(ctx, foreign) : [];
  const open = own && isCartOpen(own) ? own : undefined;
  const names = (cart_id: string) =>
    contactCartWrite(carts[0]?.pointer, { store_id: storeId, contact_id: caller.id, cart_id });
  if (!open && others.size === 0) {
    const lately = foreign && existingMarket(shop.business, foreign.market);
    const known = source && (also?.left ?? 1) > 0 ? source : null;
    const cart = cartFor(ctx, shop, { market: market || lately, items: lines, source: known });
    const counts = source ? [budgetWrite(ctx, SOURCES, networkOf(storeId, ctx), PER_NETWORK)] : [];
    return begin(ctx, shop, cart, (cartId) => [names(cartId), ...counts]);
  }
  const [first, ...rest] = open ? [open, ...others.values()] : [...others.values()];
  if (!first) throw GENERAL.CONFLICT();
  // What is being paid for stays as it is until that has ended.
  const joins = rest.length > 0 || lines.length > 0 || first.contact_id !== caller.id;
  if (!joins || first.status === "converted") return showCart(ctx, shop, first, "visitor", source);
  const base = { ...first, contact_id: caller.id, source: newest([first, ...rest], source) };
  return mergeCarts(ctx, shop, base, { own: rest, lines }, open ? [] : [names(first.id)]);
}

/** Where a visitor came from last, of what several carts and the request say. */
function newest(carts: readonly Cart[], said: Source | null): Source | null {
  const all = [...carts.map(({ source }) => source), said].filter((each) => each !== null);
  return all.toSorted((one, other) => other.at - one.at)[0] ?? null;
}

function networkOf(storeId: string, { ip }: Context): string {
  return `${storeId}\n${network(ip)}`;
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
  if (contact_id === null || isOwnCart(ctx, cart)) return contact_id !== null;
  const behind = await followMerges({ store_id, contact_id });
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
  { market, items, source }: Pick<Cart, "items" | "source"> & { market: string | null | undefined },
): Stored<Cart> {
  const { id, key } = requireMarket(business, market);
  return newCart(ctx, business, {
    contact_id: visitor(ctx).id,
    origin: "storefront",
    market: key ?? id,
    items,
    source,
  });
}

async function begin(
  ctx: Context,
  shop: Shop,
  cart: Stored<Cart>,
  names: (cartId: string) => Write[],
): Promise<StaffCart> {
  const loaded = await loadLines(ctx, shop, cart);
  const ready = withPrices(ctx, cart, loaded);
  const view = await viewCart(ctx, ready, loaded, "visitor");
  return transact(ctx, [...cartCreation(ctx, ready), ...names(ready.id)], view);
}
