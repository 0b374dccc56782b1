import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { isMergeable } from "./lines.ts";
import { loadLines, type Shop } from "./load.ts";
import { cartReplacement, touched } from "./record.ts";
import { type Cart, type CartLine, type CartView, MAX_LINES, MAX_SLOTS } from "./schema.ts";
import { priced } from "./service.ts";
import { viewCart, viewLine } from "./view.ts";

/** What a cart is joined with. */
interface Joining {
  /** Carts of the same person: they lead to it from then on. */
  own: readonly Stored<Cart>[];
  /** Lines that come from elsewhere. */
  lines: readonly CartLine[];
}

/** Lines in a cart, and those that did not fit. */
interface Fitted {
  items: CartLine[];
  dropped: CartLine[];
}

/** Joins what a visitor has into one cart and answers it. */
export async function join(
  ctx: Context,
  shop: Shop,
  cart: Stored<Cart>,
  { own, lines }: Joining,
  also: Write[],
): Promise<CartView> {
  let change = fieldsOf(cart);
  let { updated_at } = cart;
  const dropped: CartLine[] = [];
  for (const other of own) {
    const fitted = withLines(change.items, other.items);
    const newest = other.updated_at > updated_at ? newer(other, change) : newer(change, other);
    change = { ...newest, items: fitted.items };
    updated_at = Math.max(updated_at, other.updated_at);
    dropped.push(...fitted.dropped);
  }
  const fitted = withLines(change.items, lines);
  dropped.push(...fitted.dropped);
  const wanted = touched(ctx, shop.business, cart, { ...change, items: fitted.items });
  const loaded = await loadLines(ctx, shop, { ...wanted, items: [...wanted.items, ...dropped] });
  const after = priced(ctx, wanted, loaded);
  const view = await viewCart(after, loaded, "visitor");
  const answer =
    dropped.length > 0 ? { ...view, dropped: dropped.map((line) => viewLine(line, loaded)) } : view;
  const writes = [
    ...cartReplacement(ctx, cart, after),
    ...own.flatMap((other) => cartReplacement(ctx, other, converted(ctx, other, cart.id), "cart.converted")),
    ...also,
  ];
  return transact(ctx, writes, answer);
}

type Fields = Pick<
  Cart,
  "items" | "shipping_address" | "billing_address" | "promo_code" | "forms" | "payment_method_key"
>;

function fieldsOf({
  items,
  shipping_address,
  billing_address,
  promo_code,
  payment_method_key,
  forms,
}: Cart): Fields {
  return { items, shipping_address, billing_address, promo_code, payment_method_key, forms };
}

/** Of addresses, codes and answers the newer ones. Market and id of the other cart go. */
function newer(one: Fields, older: Fields): Fields {
  return {
    items: one.items,
    shipping_address: one.shipping_address ?? older.shipping_address,
    billing_address: one.billing_address ?? older.billing_address,
    promo_code: one.promo_code ?? older.promo_code,
    payment_method_key: one.payment_method_key ?? older.payment_method_key,
    forms: one.forms.length > 0 ? one.forms : older.forms,
  };
}

/** Of each line that both have the larger quantity, so that joining twice changes nothing. */
function withLines(before: readonly CartLine[], lines: readonly CartLine[]): Fitted {
  const items = [...before];
  const dropped: CartLine[] = [];
  let slots = slotsIn(items);
  for (const line of lines) {
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
  return { items, dropped };
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
