import { expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { ok } from "#test/support/client.ts";
import { FUTURE, partsAt } from "#test/support/dates.ts";
import { BY_CARD, BY_CASH, checkout, pay } from "#test/support/orders.ts";
import { haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, mailsTo, newEmail } from "#test/support/world.ts";

const at = (shop: Shop, orderId: string) => ({ params: { storeId: shop.id, orderId }, as: shop.owner });

async function mail(email: string, subject: string) {
  const found = await eventually(async () => {
    const mails = await mailsTo(email);
    return mails.find((each) => each.subject.startsWith(subject));
  }, `the mail ${subject}`);
  return found.body.text ?? "";
}

test("the buyer is mailed about each step of an order, and the store about what to send", async () => {
  const shop = await openShop();
  const [support, email] = [newEmail(), newEmail()];
  await ok(businesses.updateBusiness, {
    params: { businessId: shop.id },
    as: shop.owner,
    body: { name: "Blue Bottle", configs: { emails: { support, billing: support } } },
  });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 3 }, haircut(shop)]);
  const placed = await checkout(shop.id, buyer, { ...BY_CARD, email });
  await pay(placed.checkoutUrl);
  const confirmed = await mail(email, "Your order ");
  expect(confirmed).toContain("3 × mug: €36.00");
  // In the store's time zone.
  const { day, year } = partsAt(FUTURE);
  expect(confirmed).toContain(`1 × Haircut, mira, Monday, ${day} March ${year}, 09:00–10:00: €50.00`);
  expect(confirmed).toContain("Total: €86.00");
  expect(confirmed).toMatch(/See your order:\nhttp\S+\/v1\/order-pages\/\S+/);
  const told = await mail(support, "New order ");
  expect(told).toContain(`${email} has ordered for €86.00.`);
  expect(told).toContain("It is paid.");
  expect(told).toContain("Send to:\nGrace Hopper\nTorstr. 1\n10119 Berlin\nGermany");
  const here = at(shop, placed.order_id);
  const order = await ok(orders.getOrder, here);
  const line = { order_item_id: order.items[0]?.id ?? "", quantity: 1 };
  await ok(orders.fulfilOrder, { ...here, body: { lines: [line], carrier: "DHL", tracking_number: "JD1" } });
  const sent = await mail(email, "Your parcel");
  expect(sent).toContain("Item: 1 × mug");
  expect(sent).toContain("Tracking: DHL JD1");
  // Cancelling the rest completes the order, and the buyer is told that the rest does not come.
  await ok(orders.updateOrder, { ...here, body: { cancel: true, reason: "sold out" } });
  expect(await ok(orders.getOrder, here)).toMatchObject({ status: "completed" });
  const cut = await mail(email, "A part of your order is cancelled");
  expect(cut).toContain("1 × mug: €12.00");
  expect(cut).toContain("2 × mug (cancelled): €24.00");
  expect(cut).toContain("What you paid for it is refunded.");
  expect(cut).toContain("Refunded in total: €74.00");
  expect(await mail(email, "Your refund is on its way")).toContain("Refunded in total: €74.00");
});

test("mails of an unpaid pickup order name the amount due, and its cancellation no refund", async () => {
  const shop = await openShop();
  const [support, email] = [newEmail(), newEmail()];
  const { markets: all } = await ok(businesses.getBusiness, {
    params: { businessId: shop.id },
    as: shop.owner,
  }).then(({ configs }) => configs);
  const counter = { id: "pickup", key: "pickup", amount: 0, locationId: shop.id.replace("store_", "loc_") };
  await ok(businesses.updateBusiness, {
    params: { businessId: shop.id },
    as: shop.owner,
    body: {
      configs: {
        emails: { support, billing: support },
        markets: all?.map((market) => ({
          ...market,
          zones: market.zones?.map((zone) => ({ ...zone, shippingMethods: [counter] })),
        })),
      },
    },
  });
  const buyer = await visitorWithCart(shop, [shop.mug], { shipping_method_id: "pickup" });
  const { order_id } = await checkout(shop.id, buyer, { ...BY_CASH, email });
  const bought = await mail(email, "Your order ");
  expect(bought).toContain("It is not paid yet: you pay €12.00 when you receive it.");
  const told = await mail(support, "New order ");
  expect(told).toContain("It is not paid yet");
  expect(told).toContain("The buyer fetches it");
  expect(told).not.toContain("Send to");
  const url = /https?:\S+\/v1\/order-pages\/\S+/.exec(bought)?.[0] ?? "";
  expect(bought).not.toContain("Delivery address");
  expect(await (await fetch(url)).text()).not.toContain("Delivery address");
  // The order stays a pickup order, whatever the store offers now.
  const params = { businessId: shop.id };
  await ok(businesses.updateBusiness, { params, as: shop.owner, body: { configs: { markets: all } } });
  await ok(orders.mailOrder, { ...at(shop, order_id), body: { kind: "confirmation" } });
  const again = await eventually(
    async () => (await mailsTo(email)).filter(({ subject }) => subject.startsWith("Your order "))[1],
    "the mail again",
  );
  expect(again.body.text).not.toContain("Delivery address");
  const page = await fetch(url, { method: "POST", body: new URLSearchParams({ action: "cancel" }) });
  expect(await page.text()).not.toContain("not paid yet");
  expect(await mail(email, "Your order is cancelled")).not.toContain("refunded");
  const withdrawn = await mail(support, "Order ");
  expect(withdrawn).toContain(`${email} has cancelled this order.`);
  expect(withdrawn).not.toContain(order_id);
});

test("cancelling an order that was paid in cash sends one mail that names the refund", async () => {
  const shop = await openShop();
  const email = newEmail();
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id } = await checkout(shop.id, buyer, { ...BY_CASH, email });
  await ok(orders.updateOrder, { ...at(shop, order_id), body: { paid: true } });
  await ok(orders.updateOrder, { ...at(shop, order_id), body: { cancel: true } });
  expect(await mail(email, "Your order is cancelled")).toContain("Refunded in total: €12.00");
  // Either of the two mails may come first.
  const subjects = await eventually(async () => {
    const mails = await mailsTo(email);
    return mails.length > 1 && mails.map(({ subject }) => subject.replace(/ \(\d.*/, ""));
  }, "a mail of each step");
  expect(subjects.toSorted()).toEqual(["Your order", "Your order is cancelled"]);
});
