import { expect, test } from "vitest";
import { env } from "#core/env.ts";
import { orderPages, orders } from "#functions/commerce/orders/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { orderPageUrl } from "#lib/commerce/orders/emails.ts";
import { call, ok } from "#test/support/client.ts";
import { BY_CARD, checkout, pay } from "#test/support/orders.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { haircut, openShop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, mailsTo, member, newEmail } from "#test/support/world.ts";

/** A minute after the appointment of an order has begun. */
const AFTER_BEGIN = MONDAY + 8 * HOUR + 60;
const POLICY = { refund: "policy" } as const;

/** A paid order of a buyer with a mailbox, and a member with WRITE. */
async function paidOrder(goods: "mugs" | "a haircut") {
  const shop = await openShop();
  const items = goods === "mugs" ? [{ ...shop.mug, quantity: 2 }] : [haircut(shop)];
  const email = newEmail();
  const placed = await checkout(shop.id, await visitorWithCart(shop, items), { ...BY_CARD, email });
  await pay(placed.checkoutUrl);
  const at = { params: { storeId: shop.id, orderId: placed.order_id }, as: shop.owner };
  const order = await eventually(async () => {
    const found = await ok(orders.getOrder, at);
    return found.payment_status === "paid" && found;
  }, "a paid order");
  // An API key, because the appointment begins in years, and a session would have expired.
  const staff = await member(shop.id, "member");
  const { value: apiKey } = await ok(accounts.createApiToken, { as: staff, body: { name: "till" } });
  const as = { apiKey };
  const orderToken = (await orderPageUrl(shop.id, order.id)).slice(
    `${env("PUBLIC_URL")}/v1/order-pages/`.length,
  );
  const page = async (time?: number) =>
    String(
      (await call(orderPages.showOrderPage, { params: { orderToken }, ...(time ? { at: time } : {}) })).body,
    );
  const mail = (subject: string) =>
    eventually(async () => (await mailsTo(email)).find((each) => each.subject.startsWith(subject)), subject);
  return { at, as, order, page, mail };
}

test("units can be cancelled without a refund, and no order or mail promises one", async () => {
  const { at, as, order, mail } = await paidOrder("mugs");
  const lines = [{ order_item_id: order.items[0]?.id ?? "", quantity: 1 }];
  await ok(orders.fulfilOrder, { ...at, body: { lines } });
  const kept = await ok(orders.updateOrder, { ...at, as, body: { cancel: true, ...POLICY } });
  expect(kept).toMatchObject({ payment_status: "paid", payment: { refunded: 0, refund_pending: 0 } });
  expect(kept.items[0]).toMatchObject({ cancelled_quantity: 1, refunded_quantity: 0 });
  expect(kept.history.slice(-2).map(({ action }) => action)).toEqual(["not_refunded", "cancelled_in_part"]);
  const told = await mail("A part of your order is cancelled");
  expect(told.body.text).not.toContain("refunded");
  expect(told.body.text).toContain(
    "1 × mug: €12.00\n1 × mug (cancelled, still charged): €12.00\nStandard: €0.00\nTotal: €24.00",
  );
  const given = await ok(orders.refundOrder, { ...at, body: { lines } });
  expect(given.amount).toBe(1200);
});

test("once an appointment has begun, neither buyer nor WRITE gets its money back by cancelling", async () => {
  const { at, as, page, mail } = await paidOrder("a haircut");
  expect(await page()).toContain("Cancel this order");
  expect(await page(AFTER_BEGIN)).not.toContain("Cancel this order");
  const refused = await call(orders.updateOrder, { ...at, as, at: AFTER_BEGIN, body: { cancel: true } });
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining("ADMIN") } });
  expect(await call(orders.refundOrder, { ...at, as, at: AFTER_BEGIN, body: POLICY })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("gives nothing back") },
  });
  const kept = await ok(orders.updateOrder, {
    ...at,
    as,
    at: AFTER_BEGIN,
    body: { cancel: true, ...POLICY },
  });
  expect(kept).toMatchObject({ status: "cancelled", payment_status: "paid", payment: { refunded: 0 } });
  expect(await page(AFTER_BEGIN)).not.toContain("on its way back");
  expect((await mail("Your order is cancelled")).body.text).not.toContain("refunded");
  expect((await ok(orders.refundOrder, at)).amount).toBe(5000);
  expect((await ok(orders.getOrder, at)).status).toBe("cancelled");
});
