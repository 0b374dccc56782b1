import { type Context, visitor } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { join } from "./join.ts";
import { loadLines, marketNamed, readCart, readContactCarts, type Shop } from "./load.ts";
import { cartCreation, newCart } from "./record.ts";
import type { Cart, CartView } from "./schema.ts";
import { contactIds, isTheirs, priced, showCart } from "./service.ts";
import { contactCarts } from "./table.ts";
import { cartOfToken } from "./token.ts";
import { viewCart, withoutPerson } from "./view.ts";

/** A cart that its contact can go on with: also one that is being paid for, until that is certain. */
function isOpen({ status, is_bought, merged_into_cart_id }: Cart): boolean {
  if (merged_into_cart_id) return false;
  return status === "active" || status === "abandoned" || (status === "converted" && !is_bought);
}

/**
 * The visitor's current cart, or a new one. A cart from before the visitor's address was known, and one that
 * a link recovers, are joined with it first.
 */
export async function currentCart(
  ctx: Context,
  storeId: string,
  { market, token }: { market?: string | null | undefined; token?: string | null | undefined },
): Promise<CartView> {
  const caller = visitor(ctx);
  const { shop, carts } = await readContactCarts(storeId, contactIds(caller));
  const [own, ...former] = carts;
  const others = new Map(former.flatMap(({ cart }) => (cart && canJoin(cart) ? [[cart.id, cart]] : [])));
  const recovered = token ? await cartToJoin(ctx, storeId, token) : undefined;
  if (recovered) others.set(recovered.id, recovered);
  // A contact that was joined still names the cart that is the caller's by now.
  if (own?.cart) others.delete(own.cart.id);
  const open = own?.cart && isOpen(own.cart) ? own.cart : undefined;
  const names = nameWrite(storeId, caller.id, own?.pointer);
  if (!open && others.size === 0) return begin(ctx, shop, market, names);
  const [first, ...rest] = open ? [open, ...others.values()] : [...others.values()];
  if (!first) throw GENERAL.CONFLICT();
  // What is being paid for stays as it is until that has ended.
  const joins = rest.length > 0 || first.contact_id !== caller.id;
  if (!joins || first.status === "converted") return showCart(ctx, shop, first, "visitor");
  return join(ctx, shop, { ...first, contact_id: caller.id }, rest, open ? [] : [names(first.id)]);
}

/** The cart that a link recovers. One that was bought, or given up, is not joined to anything. */
async function cartToJoin(ctx: Context, storeId: string, token: string): Promise<Stored<Cart> | undefined> {
  const id = await cartOfToken(storeId, token);
  const { cart } = await readCart(storeId, id ?? "");
  if (!cart) throw linkOver();
  const theirs = isTheirs(ctx, cart);
  if (canJoin(cart)) return theirs ? cart : { ...cart, ...withoutPerson(cart) };
  if (!theirs) throw linkOver();
  return undefined;
}

function linkOver(): ApiError {
  const { code, status } = GENERAL.NOT_FOUND;
  return new ApiError(code, status, "The cart of this link is not there any more. Begin without `token`.");
}

function canJoin({ status, merged_into_cart_id }: Cart): boolean {
  return !merged_into_cart_id && (status === "active" || status === "abandoned");
}

async function begin(
  ctx: Context,
  shop: Shop,
  market: string | null | undefined,
  names: (cartId: string) => Write,
): Promise<CartView> {
  const { id, key } = marketNamed(shop.business, market);
  const cart = newCart(ctx, shop.business, {
    contact_id: visitor(ctx).id,
    origin: "storefront",
    market: key ?? id,
  });
  const loaded = await loadLines(ctx, shop, cart);
  const view = await viewCart(priced(ctx, cart, loaded), loaded, "visitor");
  return transact(ctx, [...cartCreation(ctx, cart), names(cart.id)], view);
}

// Two that begin at once are told apart here: the second one finds the cart of the first.
function nameWrite(
  store_id: string,
  contact_id: string,
  pointer: Stored<{ store_id: string; contact_id: string; cart_id: string }> | undefined,
): (cartId: string) => Write {
  return (cart_id) =>
    pointer
      ? contactCarts.replace(pointer, { ...pointer, cart_id })
      : contactCarts.create({ store_id, contact_id, cart_id });
}
