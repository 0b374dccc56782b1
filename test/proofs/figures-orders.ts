// Random orders of a store, with the figures expected of each.

import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { Order } from "#lib/commerce/orders/schema.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import type { Random } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";
import { amountsBySplit, type FigureChange, refundedTaxOf } from "./expected-figures.ts";

type SoldLine = { id: string; product: string; units: number; total: number; tax: number; back: number };

export interface OrderModel {
  kind: "order";
  id: string;
  isBusy: boolean;
  currency: string;
  isTest: boolean;
  lines: SoldLine[];
  marks: Record<string, string>;
  isFirst: boolean | null;
  state: "pending" | "sold" | "paid" | "over";
  /** Changes of figures without their group, which depends on whether staff have marked the order as a test. */
  changes: Omit<FigureChange, "group" | "family">[];
}

const CURRENCIES = ["EUR", "JPY", "KWD"];
const sumOf = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

export async function makeOrder(storeId: string, random: Random, at: number): Promise<OrderModel> {
  const lines = Array.from({ length: 1 + random.int(3) }, (_, index): SoldLine => {
    const total = random.int(5000);
    const tax = Math.floor((total * random.int(30)) / 100);
    const product = `prod_${random.int(3)}`;
    return { id: `item_${index}`, product, units: 1 + random.int(4), total, tax, back: 0 };
  });
  const made: OrderModel = {
    ...{ kind: "order", id: newId("order"), isBusy: true, state: "pending", changes: [], lines },
    ...{ currency: random.pick(CURRENCIES), isTest: false, isFirst: random.pick([true, false, null]) },
    marks: {
      country: random.pick(["DE", "JP"]),
      source: random.pick(["direct", "ads/cpc"]),
      ...{ channel: "storefront", payment_method: "cash" },
    },
  };
  await transact(testContext(), [orders.create(orderOf(storeId, made, at))]);
  return made;
}

function orderOf(store_id: string, { id, lines, currency, marks, isFirst }: OrderModel, at: number): Order {
  const nothing = { contact_id: null, account_id: null, source_cart_id: null, email: null, promo_code: null };
  const nowhere = { shipping_address: null, billing_address: null, return_url: null, cancel_url: null };
  const lists = { shipping_lines: [], forms: [], shipments: [], returns: [], history: [] };
  const [total, tax] = [sumOf(lines.map((line) => line.total)), sumOf(lines.map((line) => line.tax))];
  const { country, source } = marks;
  return Order.parse({
    ...{ ...nothing, ...nowhere, ...lists, subtotal: total, discount: 0, shipping: 0, tax, total },
    ...{ id, number: id, store_id, customer_id: null, status: "pending", market: "eu" },
    ...{ payment_status: "unpaid", fulfillment_status: "unfulfilled", reservation_ids: [], currency },
    payment: {
      ...{ id: null, type: "cash", method_key: null, provider: null, status: "none" },
      ...{ amount: 0, currency, promo_code: null },
    },
    items: lines.map((line) => ({
      ...{ id: line.id, line_id: line.id, type: "product", product_id: line.product, variant_id: null },
      ...{ service_id: null, provider_id: null, reservation_id: null, part_id: null, from: null, to: null },
      ...{ quantity: line.units, cancelled_quantity: 0, fulfilled_quantity: 0, returned_quantity: 0 },
      ...{ refunded_quantity: 0, location_id: null, allocations: [], fulfillment_status: "unfulfilled" },
      snapshot: {
        ...{ key: "k", name: "", sku: null, image: null, attributes: [] },
        ...{ requires_shipping: true, weight: null, price: null },
      },
      status: { status: "pending", expires_at: null, reason: null },
      money: { unit_price: 0, subtotal: line.total, discount: 0, tax: line.tax, total: line.total },
    })),
    facts: { country, source, is_first: isFirst },
    channel: marks.channel,
    ...{ tax_inclusive: true, receipt_number: null, hold_ends_at: null, language: "en" },
    ...{ created_at: at, updated_at: at },
  });
}

export async function changeOrder(
  storeId: string,
  one: OrderModel,
  random: Random,
  at: number,
): Promise<void> {
  const before = await orders.get({ store_id: storeId, id: one.id }, GENERAL.NOT_FOUND());
  const after: Order = { ...before, updated_at: at };
  const noted = (action: string) => [
    ...before.history,
    { action, reason: null, actor: { type: "system", id: "proof" }, timestamp: at },
  ];
  const entry = (kind: "paid" | "refund_given", amount: number, more: object) => ({
    ...{ id: newId("entry"), kind, source: "cash", amount, refund_id: null, reason: null, at },
    ...{ actor: { type: "system", id: "proof" }, ...more },
  });
  const total = sumOf(one.lines.map((line) => line.total));
  if (random.int(8) === 0) {
    one.isTest = !one.isTest;
    after.test = one.isTest;
  } else if (one.state === "pending") {
    Object.assign(after, { status: "confirmed", history: noted("confirmed"), sold_at: at });
    one.state = "sold";
    one.changes.push(saleChange(one, at));
  } else if (one.state === "sold" && random.int(3) === 0) {
    Object.assign(after, { status: "cancelled", history: noted("cancelled"), cancelled_at: at });
    one.state = "over";
    const amounts = { write_offs: total, write_off_tax: sumOf(one.lines.map(({ tax }) => tax)) };
    one.changes.push(wholeOrderChange(one, at, { cancelled_orders: 1 }));
    if (total > 0) one.changes.push(refundChange(one, at, amounts, one.lines.map(writeOffOf)));
  } else if (one.state === "sold") {
    after.entries = [...before.entries, entry("paid", total || 1, {})];
    one.state = "paid";
    one.changes.push(wholeOrderChange(one, at, { collected: total || 1 }));
  } else if (one.state === "paid") {
    const line = random.pick(one.lines);
    const amount = line.total - line.back > 0 ? 1 + random.int(line.total - line.back) : 0;
    if (amount === 0) return;
    const lines = [{ order_item_id: line.id, quantity: 1, amount }];
    after.entries = [...before.entries, entry("refund_given", amount, { refund_id: newId("ref"), lines })];
    const tax =
      refundedTaxOf(line.tax, line.back + amount, line.total) -
      refundedTaxOf(line.tax, line.back, line.total);
    line.back += amount;
    const own = { refunds: amount, refund_tax: tax, returned_units: 1 };
    one.changes.push(refundChange(one, at, { refunds: amount, refund_tax: tax }, [{ line, amounts: own }]));
  }
  await transact(testContext(), [orders.replace(before, after)]);
}

function saleChange(one: OrderModel, at: number): OrderModel["changes"][number] {
  const { lines, isFirst } = one;
  const of = (field: "units" | "total" | "tax") => sumOf(lines.map((line) => line[field]));
  const amounts = { orders: 1, units: of("units"), gross: of("total"), tax: of("tax"), total: of("total") };
  const first: FigureChange["amounts"] =
    isFirst === null ? {} : { [isFirst ? "first_orders" : "returning_orders"]: 1 };
  const products = [...new Set(lines.map(({ product }) => product))].map((id) => {
    const own = lines.filter(({ product }) => product === id);
    const total = sumOf(own.map((line) => line.total));
    const [units, tax] = [sumOf(own.map((line) => line.units)), sumOf(own.map((line) => line.tax))];
    return { split: "product", id, amounts: { orders: 1, units, gross: total, tax, total } };
  });
  const everything = { ...amounts, ...first };
  return { at, amounts: everything, of: [...amountsBySplit(one.marks, everything), ...products] };
}

function wholeOrderChange({ marks }: OrderModel, at: number, amounts: FigureChange["amounts"]) {
  return { at, amounts, of: amountsBySplit(marks, amounts) };
}

function writeOffOf(line: SoldLine) {
  const { total, tax, units } = line;
  return { line, amounts: { write_offs: total, write_off_tax: tax, returned_units: units } };
}

function refundChange(
  { marks }: OrderModel,
  at: number,
  money: FigureChange["amounts"],
  parts: readonly { line: SoldLine; amounts: { returned_units: number } & FigureChange["amounts"] }[],
) {
  const amounts = { ...money, returned_units: sumOf(parts.map((part) => part.amounts.returned_units)) };
  const products = parts.map((part) => ({ split: "product", id: part.line.product, amounts: part.amounts }));
  return { at, amounts, of: [...amountsBySplit(marks, amounts), ...products] };
}

/** All figures expected of an order. */
export function changesOfOrder({ changes, currency, isTest }: OrderModel): FigureChange[] {
  const group = `eu|${currency}${isTest ? "|t" : ""}`;
  return changes.map((change) => ({ ...change, family: "sales", group }));
}
