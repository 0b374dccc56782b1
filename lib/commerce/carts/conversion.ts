import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Read } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { isSame } from "#core/events.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { cartLife } from "./lifecycle.ts";
import { cartReplacement } from "./record.ts";
import type { Cart } from "./schema.ts";
import { cartSettings } from "./settings.ts";
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
  const ordered = { is: "be ordered", orderId, isBought, now: ctx.now() } as const;
  return cartReplacement(ctx, cart, cartLife.step({ cart }, ordered).record, "cart.converted");
}

/** The writes that note that the order of a cart is certain: its contact begins another one. */
export function boughtWrites(cart: Stored<Cart> | undefined, orderId: string): Write[] {
  if (!cart) return [];
  const { record } = cartLife.step({ cart }, { is: "be bought", orderId });
  return isSame(cart, record) ? [] : [carts.replace(cart, record)];
}

/** The writes that make the cart of an order that came to nothing active again, with its lines. */
export function reopening(
  ctx: Context,
  business: Pick<Business, "configs">,
  cart: Stored<Cart> | undefined,
  orderId: string,
): Write[] {
  if (!cart) return [];
  const { abandonedAfter } = cartSettings(business);
  const lost = { is: "lose its order", orderId, abandonedAfter, now: ctx.now() } as const;
  return cartReplacement(ctx, cart, cartLife.step({ cart }, lost).record);
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
