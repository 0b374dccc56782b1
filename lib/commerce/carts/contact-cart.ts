import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { Cart } from "./schema.ts";
import { contactCarts } from "./table.ts";

/** A cart that its contact can go on with: also one that is being paid for, until that is certain. */
export function isCartOpen({ status, is_bought, merged_into_cart_id }: Cart): boolean {
  if (merged_into_cart_id) return false;
  return status === "active" || status === "abandoned" || (status === "converted" && !is_bought);
}

/**
 * The write that names the cart that a contact goes on with. Two that begin at once are told apart here: the second one
 * finds the cart of the first.
 */
export function contactCartWrite(
  pointer: Stored<{ store_id: string; contact_id: string; cart_id: string }> | undefined,
  named: { store_id: string; contact_id: string; cart_id: string },
): Write {
  return pointer ? contactCarts.replace(pointer, { ...pointer, ...named }) : contactCarts.create(named);
}
