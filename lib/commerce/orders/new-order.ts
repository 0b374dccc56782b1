import { type Context, isByStaff, isVisitorsContact } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { newId } from "#core/id.ts";
import type { Reservation } from "#lib/booking/reservations/schema.ts";
import type { EvaluatedCart } from "#lib/commerce/carts/evaluate.ts";
import { begunAt } from "#lib/commerce/carts/lifecycle.ts";
import { nameWithOptions } from "#lib/commerce/carts/line-text.ts";
import type { Cart } from "#lib/commerce/carts/schema.ts";
import { sourceName } from "#lib/commerce/carts/source.ts";
import { DIRECT, STAFF } from "#lib/commerce/carts/source-schema.ts";
import type { CartUnit } from "#lib/commerce/carts/units.ts";
import { shippingLinesOf, unitMoney } from "#lib/commerce/carts/view.ts";
import type { PaymentRequest } from "#lib/money/payments/begin-payment.ts";
import { getPaymentPage, openPage, type PaymentPage } from "#lib/money/payments/pages.ts";
import type { Attempt } from "#lib/money/payments/schema.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { namingLanguages } from "#lib/tenancy/tenants/service.ts";
import type { PaymentTerms } from "./books-schema.ts";
import { ORDER } from "./errors.ts";
import type { Order, OrderItem } from "./schema.ts";
import { historyEntry } from "./statuses.ts";
import { orders } from "./table.ts";
import { reservedAllocations } from "./units.ts";
import { viewOrderPayment } from "./view.ts";
import type { CheckoutResult } from "./view-schema.ts";

export interface PlacedOrder {
  store_id: string;
  order_id: string;
  again: boolean;
  /** The new order and payment, so that the answer needs no further read; absent if they were created before. */
  made?: { order: Order; attempt: Stored<Attempt> | undefined };
}

/** What a new order needs besides its priced cart. */
export interface NewOrderFields {
  id: string;
  number: string;
  accountId: string | null;
  email: string;
  customerId: string | null;
  consents: Order["consents"];
  returnUrl: string | null;
  cancelUrl: string | null;
}

export function newOrder(ctx: Context, cart: Cart, judged: EvaluatedCart, begun: NewOrderFields): Order {
  const { market, priced, promo, payment } = judged;
  const { subtotal, discount, shipping, tax, total } = priced;
  const now = ctx.now();
  return {
    id: begun.id,
    number: begun.number,
    store_id: cart.store_id,
    contact_id: cart.contact_id,
    customer_id: begun.customerId,
    consents: begun.consents,
    account_id: begun.accountId,
    source_cart_id: cart.id,
    email: begun.email,
    status: "pending",
    payment_status: "unpaid",
    fulfillment_status: "unfulfilled",
    items: judged.units.map((unit, index) => itemFrom(ctx, unit, unitMoney(judged, index))),
    shipping_lines: shippingLinesOf(judged),
    payment: termsFrom(judged, payment?.type ?? "cash", payment?.key ?? null),
    entries: [],
    shipping_address: cart.shipping_address,
    billing_address: cart.billing_address,
    forms: cart.forms,
    shipments: [],
    returns: [],
    history: [historyEntry(ctx, "created")],
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
    asked_at: null,
    cash_holds: [],
    return_url: begun.returnUrl,
    cancel_url: begun.cancelUrl,
    language: (ctx.actor.kind === "visitor" ? ctx.language : undefined) ?? cart.language,
    channel: cart.origin === "admin" ? "staff" : "storefront",
    tags: [],
    notes: [],
    annotated: 0,
    facts: factsFrom(cart, now),
    test: null,
    sold_at: null,
    cancelled_at: null,
    write_offs: [],
    created_at: now,
    updated_at: now,
  };
}

function factsFrom(cart: Cart, now: number): Order["facts"] {
  const { shipping_address, billing_address, origin, source, recovery_sent_at } = cart;
  const visitorSource = source ? sourceName(source, now) : DIRECT;
  return {
    country: shipping_address?.country ?? billing_address?.country ?? null,
    source: origin === "admin" ? STAFF : visitorSource,
    is_first: null,
    begun_at: begunAt(cart),
    is_recovered: recovery_sent_at !== null,
  };
}

/** Links the appointments of an order with the parts of its reservation. */
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

function itemFrom(ctx: Context, unit: CartUnit, money: OrderItem["money"]): OrderItem {
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
    allocations: reservedAllocations(allocations),
    snapshot,
    status: { status: "pending", expires_at: null, reason: null },
    fulfillment_status: "unfulfilled",
    money,
  };
}

function termsFrom(
  { priced, market, promo }: EvaluatedCart,
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
    test: false,
  };
}

/** The request for a payment page, with a line for each item and one for the shipping. */
export function paymentRequest(order: Order, business: Pick<Business, "configs">): PaymentRequest {
  const { id, store_id, total, currency, items, shipping_lines, email, language, return_url, cancel_url } =
    order;
  return {
    tenantId: store_id,
    reference: id,
    amount: total,
    currency,
    lines: [
      ...items.map(({ snapshot, quantity, money }) => ({
        name: nameWithOptions(snapshot, namingLanguages(language ? [language] : [], business)),
        quantity,
        amount: money.total,
      })),
      ...shipping_lines.map(({ name, total: amount }) => ({ name, quantity: 1, amount })),
    ],
    ...(return_url ? { successUrl: return_url } : {}),
    ...(cancel_url ? { cancelUrl: cancel_url } : {}),
    ...(email ? { email } : {}),
  };
}

/**
 * Answers a checkout with the current order. If its payment page is not open yet, this opens it; if that fails, the
 * order stays, and the next checkout of the cart tries again.
 */
export async function viewCheckout(
  { store_id, order_id, again, made }: PlacedOrder,
  ctx: Context,
): Promise<CheckoutResult> {
  if (again) ctx.status = 200;
  if (made) return checkoutAnswer(made.order, made.attempt && (await openPage(ctx, made.attempt)));
  const order = await orders.get({ store_id, id: order_id }, ORDER.NOT_FOUND(), ctx);
  return checkoutAnswer(order, await openPageOf(ctx, order));
}

export async function getPaymentOfOrder(ctx: Context, storeId: string, id: string): Promise<CheckoutResult> {
  const order = await orders.find({ store_id: storeId, id }, ctx);
  if (!order || !(isByStaff(ctx) || isVisitorsContact(ctx, order.contact_id))) throw ORDER.NOT_FOUND();
  return checkoutAnswer(order, await openPageOf(ctx, order));
}

async function openPageOf(
  ctx: Context,
  { status, payment, store_id }: Order,
): Promise<PaymentPage | undefined> {
  return status === "pending" && payment.id ? getPaymentPage(ctx, store_id, payment.id) : undefined;
}

function checkoutAnswer(order: Order, page: PaymentPage | undefined): CheckoutResult {
  const { id, number, status, payment_status, total, currency } = order;
  const url = page?.url ?? null;
  return {
    order_id: id,
    number,
    status,
    payment_status,
    total,
    currency,
    payment_action: { type: url ? "redirect" : "none", url, expires_at: page?.expires_at ?? null },
    checkoutUrl: url,
    paymentUrl: url,
    payment: viewOrderPayment(order),
  };
}
