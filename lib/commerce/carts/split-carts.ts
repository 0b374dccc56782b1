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
 * The writes by which a cart goes with a person whose address was proven, and the session from before the proof gets one
 * of its own with the same lines. Whoever changes or orders the cart at that moment as the caller of before finds it
 * changed, and has to look again who calls.
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
    ...going(ctx, cart, person),
    ...(hasOwn ? [] : [contactCartWrite(theirs?.pointer, named)]),
    ...copying(ctx, shop.business, cart, left),
  ];
}

// Written too where it stays the same contact's: a change that was under way must not come after the proof.
function going(ctx: Context, cart: Stored<Cart>, person: string): Write[] {
  if (cart.contact_id === person) return [carts.replace(cart, cart)];
  return cartReplacement(ctx, cart, { ...cart, contact_id: person });
}

function copying(
  ctx: Context,
  business: Pick<Business, "id" | "configs">,
  { market, ...cart }: Cart,
  contact_id: string,
): Write[] {
  const items = copyLines(ctx, cart);
  if (items.length === 0) return [];
  const made = newCart(ctx, business, { contact_id, origin: "storefront", market, items });
  // Nobody has begun it: figures count the one that it was copied from.
  const copy = { ...made, begun_at: null };
  const named = { store_id: business.id, contact_id, cart_id: copy.id };
  return [...cartCreation(ctx, copy), contactCartWrite(undefined, named)];
}
