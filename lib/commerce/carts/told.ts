import type { Cart, CartEvent } from "./schema.ts";

/** What a cart's events say: nothing that opens it, and nothing that its visitor typed. */
export function toldCart(cart: Cart): CartEvent {
  return {
    ...cart,
    items: cart.items.map((line) => (line.type === "service" ? { ...line, forms: [] } : line)),
    forms: [],
    item_count: itemCount(cart),
  };
}

/** Units and slots in a cart. */
export function itemCount({ items }: Pick<Cart, "items">): number {
  return items.reduce((sum, line) => sum + (line.type === "product" ? line.quantity : line.slots.length), 0);
}
