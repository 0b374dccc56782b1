import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { newId } from "#core/id.ts";
import { shownStock } from "#lib/commerce/inventory/plan.ts";
import type { Method } from "#lib/money/markets/service.ts";
import type { Offer } from "#lib/money/markets/zones.ts";
import { totalsOf } from "#lib/money/money/pricing.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import { faultsIn, problemsIn } from "./faults.ts";
import { countedPrice, thingOf, type Unit } from "./goods.ts";
import type { Judged } from "./judge.ts";
import { begunAt } from "./lifecycle.ts";
import type { Loaded } from "./load.ts";
import { pricedNow } from "./pricing.ts";
import type {
  CartQuote,
  MethodOffered,
  ShippingLine,
  ShippingLineView,
  Snapshot,
  SnapshotView,
} from "./quote-schema.ts";
import { tokenOf } from "./record.ts";
import type { Cart, CartItemView, CartLine, Shown, StaffCart } from "./schema.ts";
import { itemCount } from "./table.ts";

/** Who looks at a cart: its visitor gets the token; who has a link to it sees what `seenByLink` leaves, operators the rest. */
export type Viewer = "visitor" | "operator" | "token";

/** A cart with what a shop shows beside its lines. */
export async function viewCart(ctx: Context, cart: Cart, loaded: Loaded, viewer: Viewer): Promise<StaffCart> {
  const { quoted, status } = cart;
  const now = pricedNow(ctx, cart, loaded);
  const { business, market } = loaded;
  const judged = viewer !== "token" && (status === "active" || status === "abandoned") && now;
  const money =
    now && totalsOf({ ...now.priced, currency: market.currency, market: market.key ?? market.id });
  return {
    ...cart,
    begun_at: begunAt(cart),
    token: viewer === "visitor" && cart.status !== "converted" ? await tokenOf(cart) : null,
    currency: loaded.market.currency,
    items: cart.items.map((line) => viewLine(line, loaded)),
    item_count: itemCount(cart),
    money: money ?? null,
    quote_snapshot: quoted?.sums ? { id: quoted.quote_id, ...quoted.sums, at: quoted.at } : null,
    problems: judged ? problemsIn(faultsIn(judged, cart, business), languageFor(ctx, business)) : [],
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

/** A quote as it is answered. */
export function viewQuote(judged: Judged, id: string, expiresAt: number): CartQuote {
  const { market, zone, units, priced, delivery, deliveries, payment, payments, promo, problems } = judged;
  const { total } = priced;
  const money = totalsOf({ ...priced, currency: market.currency, market: market.key ?? market.id });
  return {
    ...money,
    money,
    id,
    expires_at: expiresAt,
    zone: zone?.id ?? null,
    items: units.map((unit, index) => itemOf(unit, moneyOf(judged, index))),
    shipping_lines: shippingLinesOf(judged).map(viewShippingLine),
    shipping_method: delivery ? offered(delivery) : null,
    shipping_methods: deliveries.map(offered),
    payment_method: payment ? paying(payment) : null,
    payment_methods: payments.map(paying),
    promo_code: promo
      ? {
          promo_code_id: promo.id,
          code: promo.code,
          discounts: promo.discounts,
          conditions: promo.conditions,
        }
      : null,
    payment: { type: total === 0 ? "free" : (payment?.type ?? "cash"), ...money },
    charge_amount: total,
    problems,
  };
}

/** What one unit comes to. */
export function moneyOf({ units, priced }: Pick<Judged, "units" | "priced">, index: number) {
  const unit = units[index];
  const line = priced.lines[index] ?? { subtotal: 0, discount: 0, tax: 0, total: 0 };
  return { unit_price: unit ? countedPrice(unit) : 0, ...line };
}

/** What sending it comes to. */
export function shippingLinesOf({ delivery, priced }: Pick<Judged, "delivery" | "priced">): ShippingLine[] {
  if (!delivery) return [];
  const { id, key, name, pickup } = offered(delivery);
  return priced.shippingLines.map(({ subtotal, discount, tax, total }) => ({
    id: newId("shl"),
    method_id: id,
    key,
    name,
    amount: subtotal,
    discount,
    tax,
    total,
    pickup,
  }));
}

/** What was sold, by the names that a product has too. */
export function viewSnapshot(
  { type }: Pick<CartLine, "type">,
  snapshot: Snapshot,
): z.input<typeof SnapshotView> {
  const { key, sku, attributes } = snapshot;
  const product_key = type === "product" ? key : null;
  return { ...snapshot, product_key, variant_sku: sku, variant_attributes: attributes };
}

export function viewShippingLine(line: ShippingLine): z.input<typeof ShippingLineView> {
  return { ...line, title: line.name || line.key };
}

function itemOf(unit: Unit, money: ReturnType<typeof moneyOf>): CartQuote["items"][number] {
  const { line, quantity, snapshot, reason, available, appointment } = unit;
  const goods = line.type === "product" ? line : undefined;
  const service = line.type === "service" ? line : undefined;
  return {
    type: line.type,
    line_id: line.id,
    product_id: goods?.product_id ?? null,
    variant_id: goods?.variant_id ?? null,
    service_id: service?.service_id ?? null,
    provider_id: service?.provider_id ?? null,
    from: appointment?.slot.from ?? null,
    to: appointment?.part?.endTime ?? appointment?.slot.to ?? null,
    quantity,
    ...money,
    money,
    snapshot: viewSnapshot(line, snapshot),
    availability: reason ? { ok: false, reason, available } : { ok: true, available },
  };
}

function offered({ method, amount }: Offer): MethodOffered {
  const { id, key, name, etaText, taxable, locationId } = method;
  return {
    id,
    key: key ?? id,
    name: name || key || id,
    amount,
    eta_text: etaText ?? null,
    taxable: taxable ?? false,
    pickup: locationId != null,
  };
}

function paying({ id, key, type }: Method) {
  return { id, key, type, method: type.toUpperCase() };
}
