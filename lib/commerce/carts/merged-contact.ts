import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type ContactMerge, ownersAfterMerge } from "#lib/tenancy/visitors/contact-merge.ts";
import { contactCartWrite, isCartOpen } from "./contact-cart.ts";
import { cartReplacement } from "./record.ts";
import { carts, contactCarts } from "./table.ts";

/**
 * Moves a cart to the contact into which its own contact was merged. It becomes that contact's current cart, unless
 * the contact has one.
 */
export function moveCartToMergedContact(ctx: Context, joining: ContactMerge, id: string): Promise<boolean> {
  const { store_id, from, into } = joining;
  return withRetries(async () => {
    const cart = await carts.find({ store_id, id }, ctx);
    const isTheirs = cart && ownersAfterMerge({ customer_id: null, ...cart }, cart.created_at, joining);
    if (!isTheirs) return false;
    const [pointer, own] = await contactCarts.batchGet(
      [from, into].map((contact_id) => ({ store_id, contact_id })),
    );
    const theirs = pointer?.contact_id === from ? pointer : undefined;
    const kept = pointer?.contact_id === into ? pointer : own;
    const named = { store_id, contact_id: into, cart_id: id };
    const followsContact = isCartOpen(cart) && theirs?.cart_id === id && !kept;
    await transact(ctx, [
      ...cartReplacement(ctx, cart, { ...cart, contact_id: into }),
      ...(followsContact ? [contactCartWrite(undefined, named)] : []),
      ...(theirs?.cart_id === id ? [contactCarts.remove(theirs)] : []),
    ]);
    return true;
  });
}
