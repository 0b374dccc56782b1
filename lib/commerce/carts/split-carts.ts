import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import type { SessionSplit } from "#lib/tenancy/visitors/verify-contact.ts";
import { contactCartWrite, isCartOpen } from "./contact-cart.ts";
import { readContactCarts } from "./load-cart.ts";
import { cartCreation, cartReplacement, newCart } from "./record.ts";
import type { Cart } from "./schema.ts";
import { copyLines } from "./shared-cart.ts";
import { carts } from "./table.ts";

/**
 * Moves a cart to the contact whose email address was proven, and gives the earlier session a copy of the lines.
 * Concurrent changes by the earlier session conflict, so that their retry checks the caller again.
 */
export async function splitCarts(
  ctx: Context,
  { storeId, sharedContactId: before, personContactId: person, sessionContactId: left }: SessionSplit,
): Promise<Write[]> {
  const { shop, carts: found } = await readContactCarts(ctx, storeId, [before, person]);
  const [ours, theirs] = found;
  const cart = ours?.cart;
  if (cart?.contact_id !== before || !isCartOpen(cart)) return [];
  const hasOwn = theirs?.cart?.contact_id === person && isCartOpen(theirs.cart);
  const named = { store_id: storeId, contact_id: person, cart_id: cart.id };
  return [
    ...moveWrites(ctx, cart, person),
    ...(hasOwn ? [] : [contactCartWrite(theirs?.pointer, named)]),
    ...copyWrites(ctx, shop.business, cart, left),
  ];
}

// The cart is written even if its contact stays, so that a concurrent change conflicts with the proof of the address.
function moveWrites(ctx: Context, cart: Stored<Cart>, person: string): Write[] {
  if (cart.contact_id === person) return [carts.replace(cart, cart)];
  return cartReplacement(ctx, cart, { ...cart, contact_id: person });
}

function copyWrites(
  ctx: Context,
  business: Pick<Business, "id" | "configs">,
  { market, ...cart }: Cart,
  contact_id: string,
): Write[] {
  const items = copyLines(ctx, cart);
  if (items.length === 0) return [];
  const made = newCart(ctx, business, { contact_id, origin: "storefront", market, items });
  // Figures count only the original cart, so the copy has no `begun_at`.
  const copy = { ...made, begun_at: null };
  const named = { store_id: business.id, contact_id, cart_id: copy.id };
  return [...cartCreation(ctx, copy), contactCartWrite(undefined, named)];
}
