import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { isMergeable } from "./lines.ts";
import { loadLines, type Shop } from "./load.ts";
import { cartReplacement, touched } from "./record.ts";
import { type Cart, type CartLine, type CartView, MAX_LINES, MAX_SLOTS } from "./schema.ts";
import { priced } from "./service.ts";
import { viewCart, viewLine } from "./view.ts";

/** What becomes of a cart that others join, and lines of theirs that did not fit. */
interface Joined {
  fields: Pick<
    Cart,
    "items" | "shipping_address" | "billing_address" | "promo_code" | "forms" | "payment_method_key"
  >;
  dropped: CartLine[];
}

/**
 * Joins a cart into another: of each line that both have the larger quantity, so that joining twice changes nothing; of
 * addresses and codes the newer ones. The other cart's market and id go.
 */
function joined(cart: Cart, other: Cart): Joined {
  const items = [...cart.items];
  const dropped: CartLine[] = [];
  let slots = slotsIn(items);
  for (const line of other.items) {
    const index = items.findIndex((each) => isMergeable(each, line) || isSameAppointment(each, line));
    const twin = items[index];
    if (twin) {
      if (twin.type === "product" && line.type === "product")
        items[index] = { ...twin, quantity: Math.max(twin.quantity, line.quantity) };
      continue;
    }
    const more = line.type === "service" ? line.slots.length : 0;
    if (items.length >= MAX_LINES || slots + more > MAX_SLOTS) dropped.push(line);
    else {
      items.push(line);
      slots += more;
    }
  }
  const [newer, older] = other.updated_at > cart.updated_at ? [other, cart] : [cart, other];
  return {
    fields: {
      items,
      shipping_address: newer.shipping_address ?? older.shipping_address,
      billing_address: newer.billing_address ?? older.billing_address,
      promo_code: newer.promo_code ?? older.promo_code,
      payment_method_key: newer.payment_method_key ?? older.payment_method_key,
      forms: newer.forms.length > 0 ? newer.forms : older.forms,
    },
    dropped,
  };
}

/** Joins carts into one and answers it; each of the others leads to it from then on. */
export async function join(
  ctx: Context,
  shop: Shop,
  cart: Stored<Cart>,
  others: readonly Stored<Cart>[],
  also: Write[],
): Promise<CartView> {
  let merged: Cart = cart;
  const dropped: CartLine[] = [];
  for (const other of others) {
    const step = joined(merged, other);
    merged = { ...merged, ...step.fields, updated_at: Math.max(merged.updated_at, other.updated_at) };
    dropped.push(...step.dropped);
  }
  const { items, shipping_address, billing_address, promo_code, payment_method_key, forms } = merged;
  const change = { items, shipping_address, billing_address, promo_code, payment_method_key, forms };
  const wanted = touched(ctx, shop.business, cart, change);
  const loaded = await loadLines(ctx, shop, { ...wanted, items: [...wanted.items, ...dropped] });
  const after = priced(ctx, wanted, loaded);
  const view = await viewCart(after, loaded, "visitor");
  const answer =
    dropped.length > 0 ? { ...view, dropped: dropped.map((line) => viewLine(line, loaded)) } : view;
  const writes = [
    ...cartReplacement(ctx, cart, after),
    ...others.flatMap((other) =>
      cartReplacement(ctx, other, converted(ctx, other, cart.id), "cart.converted"),
    ),
    ...also,
  ];
  return transact(ctx, writes, answer);
}

function converted(ctx: Context, cart: Stored<Cart>, into: string): Stored<Cart> {
  return {
    ...cart,
    status: "converted",
    is_bought: true,
    merged_into_cart_id: into,
    tend_at: null,
    updated_at: ctx.now(),
  };
}

function isSameAppointment(one: CartLine, other: CartLine): boolean {
  if (one.type !== "service" || other.type !== "service") return false;
  return (
    one.service_id === other.service_id &&
    one.provider_id === other.provider_id &&
    other.slots.every(({ from }) => one.slots.some((slot) => slot.from === from))
  );
}

function slotsIn(items: readonly CartLine[]): number {
  return items.reduce((sum, line) => sum + (line.type === "service" ? line.slots.length : 0), 0);
}
