// Limits what others see of a cart, because anybody may get a recovery link.

import type { Context } from "#core/context.ts";
import { newId } from "#core/id.ts";
import type { Address } from "#lib/money/markets/address-schema.ts";
import { mergeLines } from "./lines.ts";
import { type Cart, type CartLine, MAX_QUANTITY } from "./schema.ts";

/**
 * Copies the products, quantities and times of another visitor's lines, without form answers and without prices that
 * staff set for that visitor.
 */
export function copyLines(ctx: Context, { items }: Pick<Cart, "items">): CartLine[] {
  const lines = items.map((line): CartLine => {
    const fresh = { id: newId("line", ctx.clock()), added_price: null };
    return { ...withoutPersonalData(line), ...fresh };
  });
  return mergeLines(lines).map((line) =>
    line.type === "product" ? { ...line, quantity: Math.min(line.quantity, MAX_QUANTITY) } : line,
  );
}

/**
 * What a recovery link shows of a cart: its lines, and addresses that are masked, so that only their owner recognises
 * them.
 */
export function linkView<C extends Cart>(cart: C): C {
  return {
    ...cart,
    items: cart.items.map(withoutPersonalData),
    shipping_address: maskAddress(cart.shipping_address),
    billing_address: maskAddress(cart.billing_address),
    forms: [],
    contact_id: null,
    created_by_account_id: null,
    promo_code: null,
    payment_method_key: null,
    shipping_method_id: null,
    quoted: null,
  };
}

function withoutPersonalData(line: CartLine): CartLine {
  return line.type === "service" ? { ...line, forms: [] } : { ...line, price: null };
}

function maskAddress(address: Address | null): Address | null {
  if (!address) return null;
  const hidden = (text: string | null) => (text ? `${[...text][0] ?? ""}…` : null);
  return {
    name: hidden(address.name),
    company: hidden(address.company),
    street1: hidden(address.street1),
    street2: null,
    city: hidden(address.city),
    state: hidden(address.state),
    postal_code: hidden(address.postal_code),
    country: address.country,
    phone: null,
    email: hidden(address.email),
  };
}
