import type { Context } from "#core/context.ts";
import { translateLineErrors } from "#lib/commerce/carts/lines.ts";
import { readCart } from "#lib/commerce/carts/load-cart.ts";
import { prepareCart } from "#lib/commerce/carts/staff-carts.ts";
import { unmergedCustomer } from "#lib/tenancy/visitors/unmerged-contact.ts";
import { type CartToOrder, orderCart } from "./checkout.ts";
import type { PlacedOrder } from "./new-order.ts";
import type { CreateOrder } from "./request-schema.ts";

/** Places an order of staff. Its cart is stored with the order, so a refused order leaves no cart behind. */
export async function createOrder(ctx: Context, storeId: string, input: CreateOrder): Promise<PlacedOrder> {
  const { email, amount, customer_id, ...fields } = input;
  if (customer_id) await unmergedCustomer(ctx, storeId, customer_id);
  const { shop, cart } = await prepareCart(ctx, storeId, fields);
  const at = { storeId, cartId: cart.id };
  const open = async (again: boolean): Promise<CartToOrder> => {
    if (!again) return { shop, cart, isNew: true };
    // An attempt that seemed to fail may have stored the cart.
    const found = await readCart(ctx, storeId, cart.id);
    return { shop: found.shop, cart: found.cart ?? cart, isNew: !found.cart };
  };
  return translateLineErrors(input.items, cart.items, () =>
    orderCart(ctx, at, open, { email, amount }, customer_id),
  );
}
