import type { Cart } from "./schema.ts";

/** What a cart's events say: nothing that opens it, and nobody's address. */
export function toldCart(cart: Cart) {
  const {
    quoted: _quoted,
    answered: _answered,
    is_bought: _bought,
    tend_at: _tend,
    language: _language,
    ...record
  } = cart;
  return {
    ...record,
    shipping_address: null,
    billing_address: null,
    forms: [],
    item_count: itemCount(cart),
  };
}

/** Units and slots in a cart. */
export function itemCount({ items }: Pick<Cart, "items">): number {
  return items.reduce((sum, line) => sum + (line.type === "product" ? line.quantity : line.slots.length), 0);
}
