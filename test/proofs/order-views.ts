import { env } from "#core/env.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { orderShipping } from "#functions/commerce/shipping/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { storedEvents } from "#test/support/bookings.ts";
import { call, ok } from "#test/support/client.ts";
import { BY_CASH, checkout, labelFor } from "#test/support/orders.ts";
import { BERLIN, openShop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, mailsTo, member } from "#test/support/world.ts";

const PARCEL_SIZE = { length: 20, width: 15, height: 10, weight: 700 };
/** Texts that staff write, one for each field that takes one. */
const STAFF_TEXTS = {
  confirmed: "the customer rang",
  cancelled: "our supplier is late again",
  refunded: "to keep them quiet",
  decided: "smells of smoke",
};
export const BUYER_TEXT = "the handle came off";

/**
 * Takes an order through payment, shipment by label, partial cancellation, refund, return and completion, with texts of
 * staff, and returns what its buyer, its webhook and its events show.
 */
export async function viewsOfFullOrder() {
  const shop = await openShop();
  const hook = `${env("PUBLIC_URL")}/_local/webhooks/${shop.id}`;
  await ok(webhooks.createWebhook, {
    params: { storeId: shop.id },
    as: shop.owner,
    body: { url: hook, events: ["*"], enabled: true },
  });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 4 }]);
  const placed = await checkout(shop.id, buyer, BY_CASH);
  const params = { storeId: shop.id, orderId: placed.order_id };
  const staff = await member(shop.id, "admin");
  const order = await ok(orders.getOrder, { params, as: staff });
  const id = order.items[0]?.id ?? "";
  const update = (body: object) => ok(orders.updateOrder, { params, as: staff, body });
  await update({ paid: true, reason: STAFF_TEXTS.confirmed });
  const asked = { parcel: PARCEL_SIZE, from_address: BERLIN };
  const { rates } = await ok(orderShipping.quoteRates, { params, as: staff, body: asked });
  const bought = labelFor(order, rates[0]?.id ?? "", 2);
  const { label_url } = await ok(orderShipping.shipOrder, { params, as: staff, body: bought });
  await update({ items: [{ id, cancel_quantity: 1 }], reason: STAFF_TEXTS.cancelled });
  await ok(orders.refundOrder, { params, as: staff, body: { amount: 100, reason: STAFF_TEXTS.refunded } });
  const sentBack = { lines: [{ order_item_id: id, quantity: 1 }], reason: BUYER_TEXT };
  const told = await ok(storefrontOrders.askOwnReturn, { params, as: buyer.as, body: sentBack });
  const returnId = told.returns[0]?.id ?? "";
  const refusal = { status: "refused", note: STAFF_TEXTS.decided };
  const whole = await ok(orders.decideReturn, { params: { ...params, returnId }, as: staff, body: refusal });
  await update({ cancel: { reason: STAFF_TEXTS.cancelled } });

  const own = { params, as: buyer.as };
  const again = { params: { storeId: shop.id, cartId: buyer.cart.id }, as: buyer.as, body: BY_CASH };
  const replies = [
    told,
    await ok(storefrontOrders.getOwnOrder, own),
    await ok(storefrontOrders.listOwnOrders, { params: { storeId: shop.id }, as: buyer.as }),
    await ok(storefrontOrders.getOrderPayment, own),
    (await call(storefrontCarts.checkoutVisitorCart, again)).body,
  ];
  const received = await eventually(async () => {
    const text = await (await fetch(hook)).text();
    return text.includes("order.completed") && text;
  }, "the webhook of the last event");
  const announced = await storedEvents(shop.id);
  return {
    shop,
    staff,
    whole,
    replies,
    received,
    announced,
    mails: await mailsTo(BY_CASH.email),
    label_url,
    rate_id: bought.rate_id,
    location_id: bought.location_id,
    words: Object.values(STAFF_TEXTS),
  };
}
