import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { ok } from "#test/support/client.ts";
import { OMITTED } from "#test/support/complete-body.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { BERLIN, visitorWithCart } from "#test/support/shop.ts";
import { newEmail, visitorOf } from "#test/support/world.ts";
import { address, appointments, pricedItems } from "./carts.ts";
import { type JsonObject, OMISSION_REASONS, type Recipes, type SentRecord } from "./recipe.ts";
import { createPromoCodeIn } from "./reservations.ts";
import type { World } from "./world.ts";

const placedOrderRecipe = {
  elsewhere: true,
  read: async ({ shop }: World, { record }: SentRecord) => {
    const as = shop.owner;
    const params = { storeId: shop.id, orderId: String(record.order_id) };
    const order = await ok(orders.getOrder, { params, as });
    const [reservationId] = order.reservation_ids;
    if (reservationId === undefined) return order;
    const at = { businessId: shop.id, reservationId };
    const reservation = await ok(businessReservations.getBusinessReservation, { params: at, as });
    return { ...order, parts: reservation.parts };
  },
};

const berlinAddress = { ...address, ...BERLIN };

const createOrderRecipe = {
  ...placedOrderRecipe,
  asks: async (world: World, seed: number) => {
    const { id: storeId, owner: as } = world.shop;
    const { contactId: contact_id } = await visitorOf(storeId);
    const customer = { params: { storeId }, as, body: { name: "Grace" } };
    const { id: customer_id } = await ok(customers.createCustomer, customer);
    const shared = {
      store_id: storeId,
      contact_id,
      customer_id,
      email: newEmail,
      market: "eu",
      shipping_address: berlinAddress,
      billing_address: berlinAddress,
      promo_code: (await createPromoCodeIn(world)).code,
      payment_method_key: ["cash", "credit_card"][seed % 2],
      shipping_method_id: "standard",
      amount: OMITTED,
    };
    const sent = { ...shared, items: pricedItems(world, seed) };
    const booked = { ...shared, items: appointments(world), shipping_method_id: OMITTED };
    return [sent, booked].map((body) => ({ as, params: { storeId }, body }));
  },
  at: {
    payment_method_key: "payment.type",
    shipping_method_id: "shipping_lines[0].method_id",
    "items[].price": "items[].money.unit_price",
    "items[].price.amount": "items[].money.unit_price",
    "items[].slots[].from": "items[].from",
    "items[].slots[].to": "items[].to",
    "items[].forms[].form_id": "parts[].blocks[].id",
    "items[].forms[].fields[].key": "parts[].blocks[].value[].key",
  },
  not: { "items[].id": OMISSION_REASONS.new, amount: OMISSION_REASONS.demand },
};

const checkoutRecipe = (staff: boolean) => ({
  ...placedOrderRecipe,
  asks: async (world: World, seed: number) => {
    const { id: storeId, owner } = world.shop;
    const ask = async (demand: JsonObject) => {
      const { as, cart } = await visitorWithCart(world.shop, [world.shop.mug]);
      const params = { storeId, cartId: cart.id };
      const { id, total } = await ok(storefrontCarts.quoteVisitorCart, { params, as, body: {} });
      const method = ["cash", "credit_card"][seed % 2];
      const back = { return_url: "http://localhost:3000/thanks", cancel_url: "http://localhost:3000/cart" };
      const named = { payment_method_key: method, payment_method_id: method, quote_id: id, quoteId: id };
      const body = {
        id: cart.id,
        store_id: storeId,
        email: newEmail,
        amount: total,
        ...named,
        ...back,
        ...demand,
      };
      return { as: staff ? owner : as, params, body };
    };
    return [
      await ask({ payment_method_id: OMITTED, quoteId: OMITTED }),
      await ask({ payment_method_key: OMITTED, quote_id: OMITTED }),
    ];
  },
  at: { payment_method_key: "payment.type", payment_method_id: "payment.type", id: "source_cart_id" },
  not: {
    quote_id: OMISSION_REASONS.demand,
    quoteId: OMISSION_REASONS.demand,
    amount: OMISSION_REASONS.demand,
    return_url: OMISSION_REASONS.back,
    cancel_url: OMISSION_REASONS.back,
    "consents[].channel": OMISSION_REASONS.consent,
    "consents[].text": OMISSION_REASONS.consent,
  },
});

/** An unshipped order of mugs, for cash. */
export async function orderMugs({ shop }: World, quantity = 3) {
  const { id: storeId, owner: as } = shop;
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity }]);
  const { order_id: orderId } = await checkout(storeId, buyer, BY_CASH);
  const params = { storeId, orderId };
  const { items } = await ok(orders.getOrder, { params, as });
  return { as, params, buyer, line: items[0]?.id ?? "" };
}

/** An order of mugs that was shipped completely. */
export async function orderShippedMugs(world: World) {
  const { as, params, line, buyer } = await orderMugs(world);
  const lines = [{ order_item_id: line, quantity: 3 }];
  const order = await ok(orders.fulfilOrder, { params, as, body: { lines } });
  return { as, params, line, buyer, shipment: order.shipments[0]?.id ?? "" };
}

const returnPaths = {
  "lines[].order_item_id": "returns[0].lines[].order_item_id",
  "lines[].quantity": "returns[0].lines[].quantity",
  reason: "returns[0].reason",
};

const orderChangeRecipe = {
  read: ({ shop }: World, { params }: SentRecord) =>
    ok(orders.getOrder, { params: { storeId: shop.id, orderId: params.orderId ?? "" }, as: shop.owner }),
};

export const ORDERS: Recipes = {
  createOrder: createOrderRecipe,
  checkoutCart: checkoutRecipe(true),
  checkoutVisitorCart: checkoutRecipe(false),
  updateOrder: {
    ...orderChangeRecipe,
    asks: async (world, _seed) => {
      const addresses = { shipping_address: address, billing_address: address };
      const none = { cancel: OMITTED, confirm: OMITTED, paid: OMITTED, items: OMITTED };
      const ask = async (more: (line: string) => JsonObject) => {
        const { as, params, line } = await orderMugs(world);
        return { as, params, body: { store_id: params.storeId, ...addresses, ...none, ...more(line) } };
      };
      return [
        await ask((id) => ({ items: [{ id, cancel_quantity: 2 }] })),
        await ask(() => ({ cancel: true })),
        await ask(() => ({ cancel: {}, reason: OMITTED })),
        await ask(() => ({ paid: true, reason: OMITTED })),
        await ask(() => ({ confirm: true, reason: OMITTED })),
      ];
    },
    at: {
      "items[].cancel_quantity": "items[].cancelled_quantity",
      reason: "history[-1].reason",
      "cancel.reason": "history[-1].reason",
      confirm: ["status", () => "confirmed"],
      cancel: ["status", () => "cancelled"],
      paid: ["payment_status", () => "paid"],
    },
    not: { refund: OMISSION_REASONS.act },
  },
  tagOrder: {
    ...orderChangeRecipe,
    asks: async (world) => {
      const { as, params } = await orderMugs(world);
      return { as, params };
    },
  },
  addOrderNote: {
    ...orderChangeRecipe,
    asks: async (world) => {
      const { as, params } = await orderMugs(world);
      return { as, params };
    },
    at: { text: "notes[-1].text" },
  },
  fulfilOrder: {
    ...orderChangeRecipe,
    asks: async (world, seed) => {
      const { as, params, line } = await orderMugs(world);
      const lines = [{ order_item_id: line, quantity: seed }];
      return { as, params, body: { lines, rate_id: OMITTED } };
    },
    not: { rate_id: OMISSION_REASONS.bought },
    at: {
      "lines[].order_item_id": "shipments[0].lines[].order_item_id",
      "lines[].quantity": "shipments[0].lines[].quantity",
      tracking_number: "shipments[0].tracking_number",
      tracking_url: "shipments[0].tracking_url",
      carrier: "shipments[0].carrier",
      service: "shipments[0].service",
      shipment_id: "shipments[0].shipment_id",
    },
  },
  askReturn: {
    ...orderChangeRecipe,
    asks: async (world, seed) => {
      const { as, params, line } = await orderShippedMugs(world);
      return { as, params, body: { lines: [{ order_item_id: line, quantity: seed }] } };
    },
    at: returnPaths,
  },
  decideReturn: {
    ...orderChangeRecipe,
    asks: async (world) => {
      const ask = async (body: JsonObject) => {
        const { as, params, line } = await orderShippedMugs(world);
        const lines = [{ order_item_id: line, quantity: 1 }];
        const asked = await ok(orders.askReturn, { params, as, body: { lines } });
        return { as, params: { ...params, returnId: asked.returns[0]?.id ?? "" }, body };
      };
      const refused = { status: "refused", restock: OMITTED, refund: OMITTED };
      return [await ask(refused), await ask({ status: "received", restock: false, refund: false })];
    },
    at: { status: "returns[0].status", note: "returns[0].note" },
    not: { restock: OMISSION_REASONS.act, refund: OMISSION_REASONS.act },
  },
  askOwnReturn: {
    ...orderChangeRecipe,
    asks: async (world, seed) => {
      const { buyer, params, line } = await orderShippedMugs(world);
      return { as: buyer.as, params, body: { lines: [{ order_item_id: line, quantity: seed }] } };
    },
    at: returnPaths,
  },
};
