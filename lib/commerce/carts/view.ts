import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { newId } from "#core/id.ts";
import type { MarketPaymentMethod } from "#lib/money/markets/service.ts";
import type { ShippingOffer } from "#lib/money/markets/zones.ts";
import { totalsOf } from "#lib/money/money/pricing.ts";
import type { EvaluatedCart } from "./evaluate.ts";
import type {
  CartQuote,
  ItemSnapshot,
  ItemSnapshotView,
  OfferedShippingMethod,
  ShippingLine,
  ShippingLineView,
} from "./quote-schema.ts";
import type { CartLine, ShownPrices } from "./schema.ts";
import { type CartUnit, chargeablePrice, itemKey } from "./units.ts";

/** The prices that an answer shows; a checkout without a quote is checked against them. */
export function shownPrices(ctx: Context, principal: string, units: readonly CartUnit[]): ShownPrices {
  return {
    quote_id: null,
    principal,
    fingerprint: "",
    lines: units.map((unit) => ({
      line_id: unit.line.id,
      thing: itemKey(unit),
      unit_price: unit.price ?? 0,
    })),
    sums: null,
    promo_code: null,
    at: ctx.now(),
  };
}

export function isSamePrices(one: ShownPrices | null, other: ShownPrices): boolean {
  return one?.principal === other.principal && JSON.stringify(one.lines) === JSON.stringify(other.lines);
}

/** Identifies the caller: shown prices bind only for the caller who saw them. */
export function principalOf({ actor }: Context): string {
  return actor.kind === "nobody" ? "nobody" : `${actor.kind}:${actor.id}`;
}

export function viewQuote(judged: EvaluatedCart, id: string, expiresAt: number): CartQuote {
  const { market, zone, units, priced, delivery, deliveries, payment, payments, promo, problems } = judged;
  const { total } = priced;
  const money = totalsOf({ ...priced, currency: market.currency, market: market.key ?? market.id });
  return {
    ...money,
    money,
    id,
    expires_at: expiresAt,
    zone: zone?.id ?? null,
    items: units.map((unit, index) => viewItem(unit, unitMoney(judged, index))),
    shipping_lines: shippingLinesOf(judged).map(viewShippingLine),
    shipping_method: delivery ? viewShippingMethod(delivery) : null,
    shipping_methods: deliveries.map(viewShippingMethod),
    payment_method: payment ? viewPaymentMethod(payment) : null,
    payment_methods: payments.map(viewPaymentMethod),
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

export function unitMoney({ units, priced }: Pick<EvaluatedCart, "units" | "priced">, index: number) {
  const unit = units[index];
  const line = priced.lines[index] ?? { subtotal: 0, discount: 0, tax: 0, total: 0 };
  return { unit_price: unit ? chargeablePrice(unit) : 0, ...line };
}

export function shippingLinesOf({
  delivery,
  priced,
}: Pick<EvaluatedCart, "delivery" | "priced">): ShippingLine[] {
  if (!delivery) return [];
  const { id, key, name, pickup } = viewShippingMethod(delivery);
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

/** Repeats some fields of a snapshot under the names that products have. */
export function viewSnapshot(
  { type }: Pick<CartLine, "type">,
  snapshot: ItemSnapshot,
): z.input<typeof ItemSnapshotView> {
  const { key, sku, attributes } = snapshot;
  const product_key = type === "product" ? key : null;
  return { ...snapshot, product_key, variant_sku: sku, variant_attributes: attributes };
}

export function viewShippingLine(line: ShippingLine): z.input<typeof ShippingLineView> {
  return { ...line, title: line.name || line.key };
}

function viewItem(unit: CartUnit, money: ReturnType<typeof unitMoney>): CartQuote["items"][number] {
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

function viewShippingMethod({ method, amount }: ShippingOffer): OfferedShippingMethod {
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

function viewPaymentMethod({ id, key, type }: MarketPaymentMethod) {
  return { id, key, type, method: type.toUpperCase() };
}
