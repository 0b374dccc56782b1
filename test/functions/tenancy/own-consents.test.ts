import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { customers, customerWorkers } from "#functions/tenancy/customers/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { contacts } from "#lib/tenancy/visitors/table.ts";
import { ok, refused } from "#test/support/client.ts";
import { whileQueueHeld } from "#test/support/hold-queue.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { BERLIN, openShop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, newEmail, somebody, testContext, visitorOf } from "#test/support/world.ts";

const NEWS = { channel: "email", text: "Write to me about new mugs." } as const;

test("a visitor consents in the account or a checkout, and withdraws both at once", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const email = newEmail();
  const consents = [NEWS, { channel: "sms", text: "And by phone." } as const];
  const { order_id: orderId } = await checkout(shop.id, buyer, { ...BY_CASH, email, consents: [NEWS] });
  const own = await ok(storefrontAccount.updateCurrentContact, { params, as: buyer.as, body: { consents } });
  expect(JSON.stringify(own)).not.toContain("mugs");
  const staff = (contactId: string) =>
    ok(customers.getCustomer, { params: { ...params, contactId }, as: shop.owner });
  const card =
    (await ok(orders.getOrder, { params: { ...params, orderId }, as: shop.owner })).customer_id ?? "";
  const filed = await eventually(async () => {
    const found = await staff(card).catch(() => undefined);
    return found?.consents.length === 1 && found;
  }, "the consent of the checkout");
  expect(filed.consents).toMatchObject([{ ...NEWS, state: "granted", how: "checkout" }]);
  expect((await staff(buyer.contactId)).consents).toMatchObject(consents);
  const twice = { consents: [NEWS, NEWS] };
  expect(
    (await refused(storefrontAccount.updateCurrentContact, { params, as: buyer.as, body: twice })).status,
  ).toBe(400);
  const before = await contacts.get({ store_id: shop.id, id: buyer.contactId }, GENERAL.NOT_FOUND());
  await transact(testContext(), [contacts.note(before, { ...before, updated_at: before.updated_at - HOUR })]);
  const withdrawal = { params: { ...params, channel: "email" }, as: buyer.as };
  const answer = await ok(storefrontAccount.withdrawOwnConsent, withdrawal);
  expect(answer).toEqual(await ok(storefrontAccount.getCurrentContact, { params, as: buyer.as }));
  for (const id of [card, buyer.contactId])
    expect((await staff(id)).consents.filter(({ channel }) => channel === "email").at(-1)).toMatchObject({
      state: "withdrawn",
    });
  const unknown = { params: { ...params, channel: "pigeon" }, as: buyer.as };
  expect((await refused(storefrontAccount.withdrawOwnConsent, unknown)).status).toBe(400);
});

test("staff can name the customer of an order and a booking, and others cannot", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const as = shop.owner;
  const { id } = await ok(customers.createCustomer, { params, as, body: { name: "Grace" } });
  const body = {
    customer_id: id,
    email: newEmail(),
    market: "eu",
    payment_method_key: "cash",
    shipping_address: BERLIN,
    items: [shop.mug],
  };
  const { order_id: orderId } = await ok(orders.createOrder, { params, as, body });
  expect(await ok(orders.getOrder, { params: { ...params, orderId }, as })).toMatchObject({
    customer_id: id,
  });
  const part = { serviceId: shop.service_id, providerId: shop.provider_id, startTime: MONDAY + 9 * HOUR };
  const booked = { parts: [part], customer_id: id };
  const at = { businessId: shop.id };
  await ok(businessReservations.createBusinessReservation, { params: at, as, body: booked });
  const other = await somebody();
  const asked = { params: at, as: other, body: booked };
  expect((await refused(businessReservations.createBusinessReservation, asked)).status).toBe(403);
  // A merged customer cannot be named, and one of another store does not exist.
  const { id: gone } = await ok(customers.createCustomer, { params, as, body: { name: "G. Hopper" } });
  await ok(customers.mergeCustomers, { params: { ...params, contactId: id }, as, body: { from: gone } });
  for (const [customer_id, status] of [
    [gone, 409],
    ["con_none", 404],
  ] as const) {
    const order = { params, as, body: { ...body, customer_id } };
    expect((await refused(orders.createOrder, order)).status).toBe(status);
    const parts = { ...booked, customer_id };
    const business = { params: at, as, body: parts };
    expect((await refused(businessReservations.createBusinessReservation, business)).status).toBe(status);
    const flat = { as, body: { ...parts, businessId: shop.id } };
    expect((await refused(reservations.createReservation, flat)).status).toBe(status);
  }
  await eventually(async () => {
    const { totals } = await ok(customers.getCustomer, { params: { ...params, contactId: id }, as });
    return totals.appointments === 1;
  }, "the booking being counted");
});

test("a session of a merged contact changes nothing, and does not learn who that is now", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const as = shop.owner;
  const [gone, other] = [await visitorOf(shop.id), await visitorOf(shop.id)];
  const merge = { params: { ...params, contactId: other.contactId }, as };
  await whileQueueHeld(shop, customerWorkers.moveJoined, async () => {
    await ok(customers.mergeCustomers, { ...merge, body: { from: gone.contactId, open_access: true } });
    const withdrawal = { params: { ...params, channel: "email" }, as: gone };
    for (const reply of [
      await refused(storefrontAccount.updateCurrentContact, { params, as: gone, body: { consents: [NEWS] } }),
      await refused(storefrontAccount.withdrawOwnConsent, withdrawal),
      await refused(storefrontAccount.deleteCurrentContact, { params, as: gone }),
    ]) {
      expect(reply.status).toBe(401);
      expect(JSON.stringify(reply.body)).not.toContain(other.contactId);
    }
  });
  expect(await ok(customers.getCustomer, merge)).toMatchObject({ consents: [] });
});
