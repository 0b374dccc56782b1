import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { Cart } from "./schema.ts";
import { contactCarts } from "./table.ts";

/** Whether a contact can continue with a cart, which is possible until its order is confirmed. */
export function isCartOpen({ status, is_bought, merged_into_cart_id }: Cart): boolean {
  if (merged_into_cart_id) return false;
  return status === "active" || status === "abandoned" || (status === "converted" && !is_bought);
}

/**
 * Makes a cart the current one of its contact. If two carts are created concurrently, the second write conflicts, and
 * its retry finds the first cart.
 */
export function contactCartWrite(
  pointer: Stored<{ store_id: string; contact_id: string; cart_id: string }> | undefined,
  named: { store_id: string; contact_id: string; cart_id: string },
): Write {
  return pointer ? contactCarts.replace(pointer, { ...pointer, ...named }) : contactCarts.create(named);
}
