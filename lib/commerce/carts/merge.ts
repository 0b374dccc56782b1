import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { begunAt, cartLife } from "./lifecycle.ts";
import { isMergeable, slotCount } from "./lines.ts";
import { loadLines, type Shop } from "./load-cart.ts";
import { cartReplacement, changedCart } from "./record.ts";
import { type Cart, type CartLine, INPUT_FIELDS, MAX_LINES, MAX_SLOTS, type StaffCart } from "./schema.ts";
import { withPrices } from "./service.ts";
import { viewCart, viewLine } from "./view-cart.ts";

interface MergeSources {
  /** Other carts of the same customer, which point to the merged cart from then on. */
  own: readonly Stored<Cart>[];
  /** Lines to add besides those of `own`. */
  lines: readonly CartLine[];
}

export async function mergeCarts(
  ctx: Context,
  shop: Shop,
  cart: Stored<Cart>,
  { own, lines }: MergeSources,
  also: Write[],
): Promise<StaffCart> {
  const more = [...own.flatMap((other) => other.items), ...lines];
  const { items, dropped } = addLines(cart.items, more);
  const typed = own.reduce(newestInputs, newestInputs(cart, cart));
  const changed = changedCart(ctx, shop.business, cart, {
    ...typed,
    items,
    begun_at: earliestBegin([cart, ...own]),
  });
  const loaded = await loadLines(ctx, shop, { ...changed, items: [...changed.items, ...dropped] });
  const after = withPrices(ctx, changed, loaded);
  const view = await viewCart(ctx, after, loaded, "visitor");
  const answer =
    dropped.length > 0 ? { ...view, dropped: dropped.map((line) => viewLine(line, loaded)) } : view;
  const writes = [
    ...cartReplacement(ctx, cart, after),
    ...own.flatMap((other) =>
      cartReplacement(ctx, other, closeMerged(ctx, other, cart.id), "cart.converted"),
    ),
    ...also,
  ];
  return transact(ctx, writes, answer);
}

/** When the first of several carts got a line, which counts as the beginning of the merged cart. */
function earliestBegin(carts: readonly Cart[]): number | null {
  const known = carts.flatMap((cart) => begunAt(cart) ?? []);
  return known.length > 0 ? Math.min(...known) : null;
}

type CartInputs = Pick<Cart, "sent_at" | "tried_code" | (typeof INPUT_FIELDS)[number]>;

/** Takes each address, code, payment method and form answer from the cart in which it was sent last. */
function newestInputs(one: CartInputs, other: CartInputs): CartInputs {
  const isLater = (field: (typeof INPUT_FIELDS)[number]) =>
    (other.sent_at[field] ?? 0) > (one.sent_at[field] ?? 0);
  const later = <F extends (typeof INPUT_FIELDS)[number]>(field: F): CartInputs[F] =>
    isLater(field) ? other[field] : one[field];
  const sent = INPUT_FIELDS.map((field) => [field, (isLater(field) ? other : one).sent_at[field]]);
  return {
    shipping_address: later("shipping_address"),
    billing_address: later("billing_address"),
    promo_code: later("promo_code"),
    tried_code: (isLater("promo_code") ? other : one).tried_code,
    payment_method_key: later("payment_method_key"),
    forms: later("forms"),
    sent_at: Object.fromEntries(sent.filter(([, at]) => at !== undefined)),
  };
}

/**
 * Adds lines. Of equal lines, the larger quantity counts, so that merging twice changes nothing. Lines beyond the
 * limits of a cart are returned as `dropped`.
 */
function addLines(
  before: readonly CartLine[],
  lines: readonly CartLine[],
): { items: CartLine[]; dropped: CartLine[] } {
  const items = [...before];
  const dropped: CartLine[] = [];
  let slots = slotCount(items);
  for (const line of lines) {
    const index = items.findIndex((each) => isMergeable(each, line) || isSameAppointment(each, line));
    const equalLine = items[index];
    if (equalLine) {
      if (equalLine.type === "product" && line.type === "product")
        items[index] = { ...equalLine, quantity: Math.max(equalLine.quantity, line.quantity) };
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

function closeMerged(ctx: Context, cart: Stored<Cart>, into: string): Cart {
  return cartLife.transition({ cart }, { type: "merged into another cart", into, now: ctx.now() }).record;
}

function isSameAppointment(one: CartLine, other: CartLine): boolean {
  if (one.type !== "service" || other.type !== "service") return false;
  return (
    one.service_id === other.service_id &&
    one.provider_id === other.provider_id &&
    other.slots.every(({ from }) => one.slots.some((slot) => slot.from === from))
  );
}
