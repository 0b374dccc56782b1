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
import { cartCreation, cartIdOfToken, newCart } from "./record.ts";
import type { OpenCurrentCart } from "./request-schema.ts";
import type { Cart, StaffCart } from "./schema.ts";
import { isOwnCart, showCart, withPrices } from "./service.ts";
import { copyLines } from "./shared-cart.ts";
import { sourceFrom } from "./source.ts";
import type { Source } from "./source-schema.ts";
import { viewCart } from "./view-cart.ts";

const BUDGET_NAME = "cart_sources_per_network";
/** New carts a day whose source a store accepts from one network, because any text can be sent as a source. */
const NETWORK_BUDGET: Budget = [100, DAY];

/**
 * The visitor's current cart, or a new one. It first merges the cart from before the visitor's email address was
 * known, and the visitor's own cart of a recovery link. From another visitor's link it copies only the lines.
 */
export async function currentCart(
  ctx: Context,
  storeId: string,
  { market, token, source: sentSource }: Omit<OpenCurrentCart, "store_id">,
): Promise<StaffCart> {
  const caller = visitor(ctx);
  const source = sentSource ? sourceFrom(sentSource, ctx.now()) : null;
  const from = source ? budgetRead(ctx, BUDGET_NAME, networkKey(storeId, ctx), NETWORK_BUDGET) : undefined;
  const { shop, carts, also } = await readContactCarts(ctx, storeId, contactIds(caller), from);
  if (market) requireMarket(shop.business, market);
  const theirs = carts.map(({ cart }) => (cart && isOwnCart(ctx, cart) ? cart : undefined));
  const [own, ...former] = theirs;
  const others = new Map(former.flatMap((cart) => (cart && canMerge(cart) ? [[cart.id, cart]] : [])));
  const linked = token ? await linkedCart(ctx, storeId, token) : undefined;
  if (linked?.isTheirs && canMerge(linked.cart)) others.set(linked.cart.id, linked.cart);
  // A contact that was merged into the caller's still has this cart as its current one.
  if (own) others.delete(own.id);
  const foreignCart = linked?.isTheirs === false ? linked.cart : undefined;
  const lines = foreignCart ? copyLines(ctx, foreignCart) : [];
  const open = own && isCartOpen(own) ? own : undefined;
  const pointerWrite = (cart_id: string) =>
    contactCartWrite(carts[0]?.pointer, { store_id: storeId, contact_id: caller.id, cart_id });
  if (!open && others.size === 0) {
    const linkedMarket = foreignCart && existingMarket(shop.business, foreignCart.market);
    const known = source && (also?.left ?? 1) > 0 ? source : null;
    const cart = newCurrentCart(ctx, shop, { market: market || linkedMarket, items: lines, source: known });
    const counts = source ? [budgetWrite(ctx, BUDGET_NAME, networkKey(storeId, ctx), NETWORK_BUDGET)] : [];
    return createCurrentCart(ctx, shop, cart, (cartId) => [pointerWrite(cartId), ...counts]);
  }
  const [first, ...rest] = open ? [open, ...others.values()] : [...others.values()];
  if (!first) throw GENERAL.CONFLICT();
  // A cart that is being paid for stays unchanged until the payment has ended.
  const needsMerge = rest.length > 0 || lines.length > 0 || first.contact_id !== caller.id;
  if (!needsMerge || first.status === "converted") return showCart(ctx, shop, first, "visitor", source);
  const base = { ...first, contact_id: caller.id, source: newestSource([first, ...rest], source) };
  return mergeCarts(ctx, shop, base, { own: rest, lines }, open ? [] : [pointerWrite(first.id)]);
}

/** The newest source of several carts and the request. */
function newestSource(carts: readonly Cart[], sentSource: Source | null): Source | null {
  const all = [...carts.map(({ source }) => source), sentSource].filter((each) => each !== null);
  return all.toSorted((one, other) => other.at - one.at)[0] ?? null;
}

function networkKey(storeId: string, { ip }: Context): string {
  return `${storeId}\n${network(ip)}`;
}

/**
 * The cart of a recovery link, and whether it is the caller's. Another visitor's cart that was bought or has expired
 * is not found.
 */
async function linkedCart(
  ctx: Context,
  storeId: string,
  token: string,
): Promise<{ cart: Stored<Cart>; isTheirs: boolean }> {
  const id = await cartIdOfToken(storeId, token);
  const { cart } = await readCart(ctx, storeId, id ?? "");
  if (!cart) throw linkEndedError();
  if (await isCallersCart(ctx, cart)) return { cart, isTheirs: true };
  if (!canMerge(cart)) throw linkEndedError();
  return { cart, isTheirs: false };
}

/** Whether a cart is the caller's, also after its contact was merged into the caller's. */
async function isCallersCart(ctx: Context, cart: Cart): Promise<boolean> {
  const { store_id, contact_id } = cart;
  if (contact_id === null || isOwnCart(ctx, cart)) return contact_id !== null;
  const behind = await followMerges({ store_id, contact_id });
  return behind?.id === visitor(ctx).id;
}

function linkEndedError(): ApiError {
  const { code, status } = GENERAL.NOT_FOUND;
  return new ApiError(code, status, "The cart of this link is not there any more. Begin without `token`.");
}

function canMerge({ status, merged_into_cart_id }: Cart): boolean {
  return !merged_into_cart_id && (status === "active" || status === "abandoned");
}

function newCurrentCart(
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

async function createCurrentCart(
  ctx: Context,
  shop: Shop,
  cart: Stored<Cart>,
  pointerWrite: (cartId: string) => Write[],
): Promise<StaffCart> {
  const loaded = await loadLines(ctx, shop, cart);
  const ready = withPrices(ctx, cart, loaded);
  const view = await viewCart(ctx, ready, loaded, "visitor");
  return transact(ctx, [...cartCreation(ctx, ready), ...pointerWrite(ready.id)], view);
}
