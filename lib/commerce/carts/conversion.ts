import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Read } from "#core/dynamo/together.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { cartReplacement, touched } from "./record.ts";
import type { Cart } from "./schema.ts";
import { carts, contactCarts } from "./table.ts";

/** The read of a cart, to be made together with others. */
export function cartRead(storeId: string, id: string): Read<Stored<Cart>> {
  return carts.read({ store_id: storeId, id });
}

/** The index partition of a contact's carts. */
export function cartsOf(storeId: string, contactId: string): string {
  return carts.child({ store_id: storeId, contact_id: contactId });
}

/** The writes that turn a cart into an order: under its version, so that it becomes one order alone. */
export function conversion(ctx: Context, cart: Stored<Cart>, orderId: string, isBought: boolean): Write[] {
  const after: Stored<Cart> = {
    ...cart,
    status: "converted",
    converted_order_id: orderId,
    is_bought: isBought,
    tend_at: null,
    updated_at: ctx.now(),
  };
  return cartReplacement(ctx, cart, after, "cart.converted");
}

/** The writes that note that the order of a cart is certain: its contact begins another one. */
export function boughtWrites(cart: Stored<Cart> | undefined, orderId: string): Write[] {
  if (cart?.converted_order_id !== orderId || cart.is_bought) return [];
  return [carts.replace(cart, { ...cart, is_bought: true })];
}

/** The writes that make the cart of an order that came to nothing active again, with its lines. */
export function reopening(
  ctx: Context,
  business: Pick<Business, "configs">,
  cart: Stored<Cart> | undefined,
  orderId: string,
): Write[] {
  if (cart?.converted_order_id !== orderId || cart.is_bought) return [];
  const open = { converted_order_id: null, is_bought: false };
  return cartReplacement(ctx, cart, touched(ctx, business, cart, open));
}

/** The writes that delete a cart of a contact that is gone. */
export function removal(cart: Stored<Cart>): Write[] {
  const { store_id, contact_id } = cart;
  return [carts.remove(cart), ...(contact_id ? [contactCarts.removeKey({ store_id, contact_id })] : [])];
}

/** Whether a cart could become this order again. */
export function isFree(cart: Cart | undefined): boolean {
  if (!cart) return true;
  return cart.status !== "converted" || (cart.converted_order_id === null && !cart.merged_into_cart_id);
}
