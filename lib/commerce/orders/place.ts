import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { newId } from "#core/id.ts";
import type { Reservation } from "#lib/booking/reservations/schema.ts";
import type { Judged } from "#lib/commerce/carts/judge.ts";
import { moneyOf, shippingLinesOf } from "#lib/commerce/carts/quote-view.ts";
import type { Cart } from "#lib/commerce/carts/schema.ts";
import type { Unit } from "#lib/commerce/carts/unit.ts";
import type { Attempt } from "#lib/money/payments/schema.ts";
import type { PaymentTerms } from "./books-schema.ts";
import { heldOf } from "./held.ts";
import { entry } from "./record.ts";
import type { Order, OrderItem } from "./schema.ts";

/** An order that a checkout made or found: its answer is made of what it is when it is answered. */
export interface Placed {
  store_id: string;
  order_id: string;
  /** Whether it was there before. */
  again: boolean;
  /** What this very request has made, so that its answer needs no further read; a replay has none. */
  made?: { order: Order; attempt: Stored<Attempt> | undefined };
}

/** What of a new order is known before it is priced. */
export interface Beginning {
  id: string;
  number: string;
  accountId: string | null;
  email: string;
  returnUrl: string | null;
  cancelUrl: string | null;
}

/** An order as it begins: what is sold is a snapshot, and nothing of it is paid yet. */
export function orderFrom(ctx: Context, cart: Cart, judged: Judged, begun: Beginning): Order {
  const { market, priced, promo, payment } = judged;
  const { subtotal, discount, shipping, tax, total } = priced;
  const now = ctx.now();
  return {
    id: begun.id,
    number: begun.number,
    store_id: cart.store_id,
    contact_id: cart.contact_id,
    account_id: begun.accountId,
    source_cart_id: cart.id,
    email: begun.email,
    status: "pending",
    payment_status: "unpaid",
    fulfillment_status: "unfulfilled",
    items: judged.units.map((unit, index) => itemFrom(ctx, unit, moneyOf(judged, index))),
    shipping_lines: shippingLinesOf(judged),
    payment: termsFrom(judged, payment?.type ?? "cash", payment?.key ?? null),
    entries: [],
    shipping_address: cart.shipping_address,
    billing_address: cart.billing_address,
    forms: cart.forms,
    shipments: [],
    returns: [],
    history: [entry(ctx, "created")],
    reservation_ids: [],
    market: market.key ?? market.id,
    tax_inclusive: market.taxMode === "INCLUSIVE",
    currency: market.currency,
    subtotal,
    discount,
    shipping,
    tax,
    total,
    promo_code: promo?.code ?? null,
    receipt_number: null,
    hold_ends_at: null,
    cash_holds: [],
    return_url: begun.returnUrl,
    cancel_url: begun.cancelUrl,
    tend_at: null,
    language: (ctx.actor.kind === "visitor" ? ctx.language : undefined) ?? cart.language,
    created_at: now,
    updated_at: now,
  };
}

/** An order whose appointments are the parts of its one reservation. */
export function withReservation(order: Order, reservation: Reservation | undefined): Order {
  if (!reservation) return order;
  const parts = [...reservation.parts];
  const items = order.items.map((item) => {
    if (item.type !== "service") return item;
    const part = parts.shift();
    return {
      ...item,
      reservation_id: reservation.id,
      part_id: part?.id ?? null,
      to: part?.endTime ?? item.to,
    };
  });
  return { ...order, items, reservation_ids: [reservation.id] };
}

/** Where an item stands once its order is confirmed: an appointment may still wait for the store's word. */
export function confirmedItem(item: OrderItem, waits: boolean): OrderItem {
  const waiting = waits && item.type === "service";
  return {
    ...item,
    status: { status: waiting ? "pending" : "confirmed", expires_at: null, reason: null },
  };
}

function itemFrom(ctx: Context, unit: Unit, money: OrderItem["money"]): OrderItem {
  const { line, quantity, snapshot, allocations, appointment } = unit;
  const goods = line.type === "product" ? line : undefined;
  const service = line.type === "service" ? line : undefined;
  return {
    id: newId("orit", ctx.clock()),
    line_id: line.id,
    type: line.type,
    product_id: goods?.product_id ?? null,
    variant_id: goods?.variant_id ?? null,
    service_id: service?.service_id ?? null,
    provider_id: service?.provider_id ?? null,
    reservation_id: null,
    part_id: null,
    from: appointment?.slot.from ?? null,
    to: appointment?.part?.endTime ?? null,
    quantity,
    cancelled_quantity: 0,
    fulfilled_quantity: 0,
    returned_quantity: 0,
    refunded_quantity: 0,
    unpaid_quantity: 0,
    location_id: allocations[0]?.location_id ?? null,
    allocations: heldOf(allocations),
    snapshot,
    status: { status: "pending", expires_at: null, reason: null },
    fulfillment_status: "unfulfilled",
    money,
  };
}

function termsFrom(
  { priced, market, promo }: Judged,
  type: "cash" | "credit_card",
  method_key: string | null,
): PaymentTerms {
  const { total } = priced;
  return {
    id: null,
    type: total === 0 ? "free" : type,
    method_key: total === 0 ? null : method_key,
    provider: null,
    status: "none",
    amount: total,
    currency: market.currency,
    promo_code: promo?.code ?? null,
  };
}
