import { newId } from "#core/id.ts";
import { DAY } from "#core/seconds.ts";
import type { Order } from "#lib/commerce/orders/schema.ts";
import type { Product } from "#lib/commerce/products/schema.ts";
import type { Random } from "#test/support/random.ts";

const FIRST_NAMES = ["Anna", "Björn", "Chloé", "Dmitri", "Elif", "Femke", "Grace", "Hans", "Inès", "Jakub"];
const MIDDLE_NAMES = "Lou Mae Noor Ove Pia Quinn Rui Sofie Tim Uma Vera Wim".split(" ");
const SURNAME_STARTS = "Ber Cor Dal Eng Fer Gar Hol Ker Lan Mor Nor Pet Sand".split(" ");
const SURNAME_ENDS = "berg ström mann dottir ley ova sen stein velde wood ez ini".split(" ");
const PRODUCT_NAMES = ["Mug", "Kettle", "Teapot", "Bowl", "Plate", "Jug", "Vase", "Tray", "Lamp", "Candle"];
const MATERIALS = ["stone", "glass", "oak", "linen", "steel", "clay", "copper", "wool"];

export type Buyer = { id: string; name: string; email: string; phone: string; verified: boolean };

/** One buyer in ten has a verified email address. */
export function makeBuyer(random: Random, index: number): Buyer {
  const last = `${random.pick(SURNAME_STARTS)}${random.pick(SURNAME_ENDS)}`;
  const name = `${random.pick(FIRST_NAMES)} ${random.pick(MIDDLE_NAMES)} ${last}`;
  const phone = `+49 30 ${1_000_000 + index * 7}`;
  // Email addresses have ASCII letters alone.
  const local = last.normalize("NFD").replace(/[^\x20-\x7e]/g, "");
  return { id: "", name, email: `${local}.${index}@example.com`, phone, verified: random.int(10) === 0 };
}

export function makeProduct(
  random: Random,
  { store_id, index, at }: { store_id: string; index: number; at: number },
): Product {
  const name = `${random.pick(MATERIALS)} ${random.pick(PRODUCT_NAMES)} ${index}`;
  const key = name.toLowerCase().replaceAll(" ", "-");
  const variant = (size: string) => ({
    ...{ id: newId("var", at), sku: `SKU-${index}-${size}`, status: "active" as const, attributes: [] },
    prices: [{ market: "eu", currency: "EUR", amount: 500 + random.int(9000), compare_at: null }],
    ...{ weight: 300, requires_shipping: true, tax_category_id: null, counted: true },
  });
  return {
    ...{ id: newId("prod", at), store_id, key, slug: { en: key }, taxonomies: [] },
    blocks: [{ id: "name", key: "name", type: "LOCALIZED_TEXT", properties: {}, value: [{ en: name }] }],
    variants: [variant("S"), variant("L")],
    status: random.int(10) === 0 ? "draft" : "active",
    ...{ created_at: at, updated_at: at + random.int(90 * DAY) },
  };
}

interface OrderParameters {
  store_id: string;
  index: number;
  count: number;
  at: number;
  buyer: Buyer;
  goods: readonly Product[];
}

/** The newest hundredth of the orders waits to be fulfilled; the others are fulfilled, refunded or cancelled. */
export function makeOrder(random: Random, { store_id, index, count, at, buyer, goods }: OrderParameters) {
  const isNew = index >= count * 0.99;
  const fate = random.int(100);
  const [isCancelled, isReturned, isPartly] = [!isNew && fate < 3, !isNew && fate === 50, isNew && fate < 20];
  const items = Array.from({ length: 1 + random.int(3) }, () =>
    makeOrderLine(random, random.pick(goods), { isNew, isPartly, isCancelled }),
  );
  const subtotal = items.reduce((sum, { money }) => sum + money.total, 0);
  const [number, total] = [String(10_000 + index), subtotal + 490];
  return {
    ...{ id: newId("order", at), number, store_id, contact_id: newId("con", at), customer_id: buyer.id },
    ...{ account_id: null, source_cart_id: newId("cart", at), email: buyer.email, items },
    status: isCancelled ? "cancelled" : isNew ? "confirmed" : "completed",
    payment_status: isCancelled || isReturned ? "refunded" : "paid",
    fulfillment_status: isPartly ? "partially_fulfilled" : isNew ? "unfulfilled" : "fulfilled",
    shipping_lines: [
      {
        ...{ id: "ship_1", method_id: "standard", key: "standard", name: "Standard", amount: 490 },
        ...{ discount: 0, tax: 0, total: 490 },
      },
    ],
    payment: {
      ...{ id: newId("pay", at), type: "credit_card", method_key: "credit_card", provider: "sandbox" },
      ...{ status: "captured", amount: total, currency: "EUR", promo_code: null },
    },
    entries: bookEntriesOf(at, total, isCancelled || isReturned),
    shipping_address: addressOf(buyer),
    billing_address: null,
    ...{ forms: [], shipments: [], history: [], reservation_ids: [], market: "eu", tax_inclusive: true },
    returns: [],
    ...{ currency: "EUR", subtotal, discount: 0, shipping: 490, tax: 0, total, promo_code: null },
    ...{ receipt_number: number, hold_ends_at: null, return_url: null, cancel_url: null },
    ...{ language: "en", channel: random.int(20) === 0 ? "staff" : "storefront" },
    tags: random.int(100) === 0 ? ["gift"] : [],
    ...{ created_at: at, updated_at: at + random.int(20 * DAY) },
  };
}

type LineOutcome = { isNew: boolean; isPartly: boolean; isCancelled: boolean };

function makeOrderLine(random: Random, product: Product, { isNew, isPartly, isCancelled }: LineOutcome) {
  const variant = random.pick(product.variants);
  const quantity = isPartly ? 2 : 1 + random.int(2);
  const price = variant.prices[0]?.amount ?? 0;
  const sent = isPartly ? 1 : isNew || isCancelled ? 0 : quantity;
  return {
    ...{ id: newId("item"), line_id: newId("line"), type: "product", product_id: product.id },
    ...{ variant_id: variant.id, service_id: null, provider_id: null, reservation_id: null, part_id: null },
    ...{ from: null, to: null, quantity, cancelled_quantity: isCancelled ? quantity : 0 },
    ...{ fulfilled_quantity: sent, returned_quantity: 0, refunded_quantity: isCancelled ? quantity : 0 },
    ...{ location_id: null, allocations: [] },
    snapshot: {
      ...{ key: product.key, name: nameOf(product), sku: variant.sku, image: null, attributes: [] },
      ...{ requires_shipping: true, weight: 300, price },
    },
    status: { status: isCancelled ? "cancelled" : "confirmed", expires_at: null, reason: null },
    fulfillment_status: isPartly ? "partially_fulfilled" : sent > 0 ? "fulfilled" : "unfulfilled",
    money: { unit_price: price, subtotal: price * quantity, discount: 0, tax: 0, total: price * quantity },
  };
}

function bookEntriesOf(at: number, amount: number, isBack: boolean): Order["entries"] {
  const paid = {
    ...{
      id: newId("entry", at),
      kind: "paid" as const,
      source: "pay-1",
      amount,
      refund_id: null,
      reason: null,
    },
    ...{ actor: { type: "system" as const, id: "sandbox" }, at },
  };
  const refund_id = newId("ref", at);
  return isBack
    ? [paid, { ...paid, id: newId("entry", at), kind: "refund_given" as const, refund_id }]
    : [paid];
}

function addressOf({ name, phone }: Buyer) {
  const place = { street1: "Torstr. 1", city: "Berlin", postal_code: "10119", country: "DE" };
  return { company: null, street2: null, state: null, email: null, ...place, name, phone };
}

function nameOf({ blocks }: Product): string {
  const [name] = blocks[0]?.value ?? [];
  return (name as { en: string } | undefined)?.en ?? "";
}
