import type { Context } from "#core/context.ts";
import { shownStock } from "#lib/commerce/inventory/read.ts";
import type { Loaded } from "./load.ts";
import type { Cart, CartItemView, CartLine, CartView, Shown } from "./schema.ts";
import { tokenOf } from "./token.ts";
import { itemCount } from "./told.ts";
import { cartTotals } from "./totals.ts";
import { thingOf, type Unit } from "./unit.ts";

/** Who looks at a cart: its visitor gets the token; who has a link to it sees what `seenByLink` leaves, operators the rest. */
export type Viewer = "visitor" | "operator" | "token";

/** A cart with what a shop shows beside its lines. */
export async function viewCart(ctx: Context, cart: Cart, loaded: Loaded, viewer: Viewer): Promise<CartView> {
  const { quoted } = cart;
  return {
    ...cart,
    token: viewer === "visitor" && cart.status !== "converted" ? await tokenOf(cart) : null,
    currency: loaded.market.currency,
    items: cart.items.map((line) => viewLine(line, loaded)),
    item_count: itemCount(cart),
    money: cartTotals(cart, loaded, ctx.now()),
    quote_snapshot: quoted?.sums ? { id: quoted.quote_id, ...quoted.sums, at: quoted.at } : null,
  };
}

export function viewLine(line: CartLine, { units, levels }: Pick<Loaded, "units" | "levels">): CartItemView {
  const unit = units.find((each) => each.line === line || each.line.id === line.id);
  const price = unit?.price ?? null;
  const mine = levels.filter(({ variant_id }) => line.type === "product" && variant_id === line.variant_id);
  const available = unit?.counted ? shownStock(mine) : null;
  const goods = line.type === "product" ? line : undefined;
  const service = line.type === "service" ? line : undefined;
  return {
    type: line.type,
    id: line.id,
    product_id: goods?.product_id ?? null,
    variant_id: goods?.variant_id ?? null,
    service_id: service?.service_id ?? null,
    provider_id: service?.provider_id ?? null,
    quantity: goods?.quantity ?? service?.slots.length ?? 0,
    price: goods?.price ?? null,
    slots: service?.slots ?? [],
    forms: service?.forms ?? [],
    name: unit?.snapshot.name ?? "",
    slug: unit?.slug ?? {},
    sku: unit?.snapshot.sku ?? null,
    image: unit?.snapshot.image ?? null,
    attributes: unit?.snapshot.attributes ?? [],
    unit_price: price,
    compare_at: unit?.compareAt ?? null,
    available,
    changed: changesOf(
      line,
      unit,
      price,
      available,
      mine.some(({ backorder }) => backorder),
    ),
  };
}

function changesOf(
  line: CartLine,
  unit: Unit | undefined,
  price: number | null,
  available: number | null,
  backorder: boolean,
): CartItemView["changed"] {
  const gone = !unit || unit.reason === "archived" || unit.reason === "deleted";
  const short = line.type === "product" && available !== null && available < line.quantity && !backorder;
  return [
    ...(line.added_price !== null && price !== line.added_price ? (["price"] as const) : []),
    ...(short ? (["stock"] as const) : []),
    ...(gone ? (["archived"] as const) : []),
  ];
}

/** What a cart shows of its prices, by which a checkout without a quote is judged. */
export function shownBy(ctx: Context, principal: string, units: readonly Unit[]): Shown {
  return {
    quote_id: null,
    principal,
    fingerprint: "",
    lines: units.map((unit) => ({
      line_id: unit.line.id,
      thing: thingOf(unit),
      unit_price: unit.price ?? 0,
    })),
    sums: null,
    promo_code: null,
    at: ctx.now(),
  };
}

/** Whether two of them say the same prices. */
export function showsSame(one: Shown | null, other: Shown): boolean {
  return one?.principal === other.principal && JSON.stringify(one.lines) === JSON.stringify(other.lines);
}

/** Who is shown something: prices that one was shown bind no other. */
export function principalOf({ actor }: Context): string {
  return actor.kind === "nobody" ? "nobody" : `${actor.kind}:${actor.id}`;
}
