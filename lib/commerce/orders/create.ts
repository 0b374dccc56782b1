import type { Context } from "#core/context.ts";
import { namedAsSent } from "#lib/commerce/carts/as-sent.ts";
import { createCart } from "#lib/commerce/carts/operators.ts";
import { checkoutCart } from "./checkout.ts";
import type { Placed } from "./place.ts";
import type { CreateOrder } from "./request-schema.ts";

/** Orders for a customer: a cart of the operators' own, checked out at once. */
export async function createOrder(ctx: Context, storeId: string, input: CreateOrder): Promise<Placed> {
  const { email, amount, ...fields } = input;
  // What a replay must not do twice is the order, and not the cart.
  const { idempotency: _order, ...apart } = ctx;
  const cart = await createCart(apart, storeId, fields);
  const at = { storeId, cartId: cart.id, side: "operator" as const };
  return namedAsSent(input.items, cart.items, () => checkoutCart(ctx, at, { email, amount }));
}
