import { expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { mailOrder } from "#lib/commerce/orders/notify.ts";
import { ok, refused } from "#test/support/client.ts";
import { BY_CARD, BY_CASH, checkout, pay } from "#test/support/orders.ts";
import { haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { mailsTo, member, newEmail, testContext } from "#test/support/world.ts";

const at = ({ id: storeId, owner: as }: Shop, orderId: string) => ({ params: { storeId, orderId }, as });

async function subjectsTo(email: string): Promise<string[]> {
  await waitForWorkers();
  return (await mailsTo(email)).map(({ subject }) => subject.replace(/ \(.*/, ""));
}

test("staff resend mails with the current order, once for each Idempotency-Key", async () => {
  const shop = await openShop();
  const email = newEmail();
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 2 }, haircut(shop)]);
  const placed = await checkout(shop.id, buyer, { ...BY_CARD, email });
  await pay(placed.checkoutUrl);
  const here = at(shop, placed.order_id);
  const clerk = { ...here, as: await member(shop.id, "member") };
  expect(await subjectsTo(email)).toEqual(["Your order"]);
  const key = { headers: { "idempotency-key": "again-1" } };
  const mailed = await ok(orders.mailOrder, { ...clerk, ...key, body: { kind: "confirmation" } });
  expect(mailed).toEqual({ kind: "confirmation", to: email });
  await ok(orders.mailOrder, { ...clerk, ...key, body: { kind: "confirmation" } });
  expect(await subjectsTo(email)).toEqual(["Your order", "Your order"]);
  const early = await refused(orders.mailOrder, { ...clerk, body: { kind: "shipment" } });
  expect(early.body).toMatchObject({ error: "ORDER.INVALID_STATUS" });
  const { items } = await ok(orders.getOrder, here);
  const lines = [{ order_item_id: items[0]?.id ?? "", quantity: 1 }];
  await ok(orders.fulfilOrder, { ...here, body: { lines, carrier: "DHL", tracking_number: "JD1" } });
  await ok(orders.mailOrder, { ...clerk, body: { kind: "shipment" } });
  await ok(orders.mailOrder, { ...clerk, body: { kind: "receipt" } });
  const told = await subjectsTo(email);
  expect(told.filter((each) => each === "Your parcel is on its way")).toHaveLength(2);
  expect(told.filter((each) => each === "Your receipt")).toHaveLength(1);
  const receipt = (await mailsTo(email)).find(({ subject }) => subject.startsWith("Your receipt"));
  const { receipt_number } = await ok(orders.getOrder, here);
  expect(receipt?.body.text).toContain(`Receipt: ${receipt_number}`);
  expect(receipt?.body.text).toContain("Paid: €74.00");
});

test("a mail that does not fit the order is refused, and a mailbox gets five an hour", async () => {
  const shop = await openShop({ units: 20 });
  const email = newEmail();
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id } = await checkout(shop.id, buyer, { ...BY_CASH, email });
  const tagged = { ...BY_CASH, email: email.replace("@", "+again@") };
  const other = await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), tagged);
  const here = at(shop, order_id);
  const why = async (kind: "confirmation" | "shipment" | "receipt") =>
    (await refused(orders.mailOrder, { ...here, body: { kind } })).body;
  expect(await why("receipt")).toMatchObject({ error: "ORDER.INVALID_STATUS" });
  process.env.BUDGETS = "{}";
  const again = (id = order_id) => mailOrder(testContext(), shop.id, id, { kind: "confirmation" });
  for (let n = 0; n < 5; n++) expect(await again()).toEqual({ kind: "confirmation", to: email });
  await expect(again()).rejects.toMatchObject({ status: 429 });
  await expect(again(other.order_id)).rejects.toMatchObject({ status: 429 });
  await ok(orders.updateOrder, { ...here, body: { cancel: true } });
  expect(await why("confirmation")).toMatchObject({ error: "ORDER.INVALID_STATUS" });
  const waiting = await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), BY_CARD);
  const unpaid = { ...at(shop, waiting.order_id), body: { kind: "confirmation" as const } };
  expect((await refused(orders.mailOrder, unpaid)).body).toMatchObject({ error: "ORDER.INVALID_STATUS" });
});
