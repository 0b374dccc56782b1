import { expect, test } from "vitest";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { contacts } from "#functions/tenancy/storefront/routes.ts";
import { isWithdrawnAddress } from "#lib/tenancy/visitors/withdrawn-addresses.ts";
import { keysWith } from "#test/support/bucket.ts";
import { call, ok } from "#test/support/client.ts";
import { inspectorAddress } from "#test/support/inspector.ts";
import { addSubscribers } from "#test/support/newsletter.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { BERLIN, openShop, visitorWithCart } from "#test/support/shop.ts";
import { bulkWrite, dumpTable } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, newEmail, openStore } from "#test/support/world.ts";

/** Kinds of records that outlive a person, because they expire soon by themselves. */
const EXPIRING_KINDS = ["event", "message"];

/** Finds a text in a store: in items with their index rows, and in names of objects. */
async function tracesOf(storeId: string, mark: string): Promise<string[]> {
  const items = (await dumpTable(storeId))
    .filter(({ _t }) => !EXPIRING_KINDS.includes(String(_t)))
    .filter((item) => JSON.stringify(item).includes(mark))
    .map(({ pk, sk, _t }) => `${String(_t)} ${String(pk)} ${String(sk)}`);
  return [...items, ...(await keysWith(mark))];
}

test("a remaining trace of a deleted person is found in any kind of record", async () => {
  const { id: storeId } = await openStore();
  const mark = newEmail().split("@")[0] ?? "";
  const item = { pk: `TENANT#${storeId}#LEAK`, sk: "1", _t: "leak", terms: [`word:${mark}`] };
  expect(await tracesOf(storeId, mark)).toEqual([]);
  await bulkWrite([{ entity: "leak", put: item }]);
  expect(await tracesOf(storeId, mark)).toEqual([`leak ${item.pk} 1`]);
});

test("no record keeps a name, address or phone number of a deleted person", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const as = shop.owner;
  const mark = newEmail().split("@")[0] ?? "";
  const person = { email: `${mark}@example.com`, name: `Name ${mark}`, phone: "+49 30 987654321" };
  const { url } = inspectorAddress();
  await ok(webhooks.createWebhook, { params, as, body: { url, events: ["order.*", "contact.*"] } });
  const buyer = await visitorWithCart(shop, [shop.mug], {
    shipping_address: { ...BERLIN, name: person.name, phone: person.phone },
  });
  const { order_id: orderId } = await checkout(shop.id, buyer, { ...BY_CASH, email: person.email });
  const part = { serviceId: shop.service_id, providerId: shop.provider_id, startTime: MONDAY + 9 * HOUR };
  const booking = await ok(businessReservations.createBusinessReservation, {
    params: { businessId: shop.id },
    as,
    body: { parts: [part], email: person.email, name: person.name },
  });
  const id = await eventually(
    async () =>
      (await ok(customers.listCustomers, { params, as, query: { email: person.email } })).items[0]?.id,
    "the card",
  );
  const at = { params: { ...params, contactId: id }, as };
  const ofOrder = { params: { ...params, orderId }, as };
  await ok(orders.mailOrder, { ...ofOrder, body: { kind: "confirmation" } });
  await ok(orders.addOrderNote, { ...ofOrder, body: { text: `A parcel for ${mark}.` } });
  await ok(customers.addCustomerNote, { ...at, body: { text: `Met ${mark}.` } });
  const form = await ok(forms.createForm, {
    params,
    as,
    body: {
      key: "intake",
      schema: [
        { type: "text", key: "email" },
        { type: "text", key: "text" },
      ],
    },
  });
  await ok(forms.submitForm, {
    params: { ...params, formId: form.id },
    body: {
      form_id: form.id,
      fields: [
        { key: "email", value: person.email },
        { key: "text", value: `I am ${person.name}` },
      ],
    },
  });
  await addSubscribers({ businessId: shop.id, collectionId: "col_news", free: "free" }, [person.email]);
  const kinds = async () => (await ok(customers.getCustomerTimeline, at)).items.map(({ kind }) => kind);
  await eventually(async () => {
    const found = await kinds();
    return ["order", "reservation", "submission", "subscription"].every((kind) =>
      found.some((each) => each === kind),
    );
  }, "all being filed");
  await ok(contacts.deleteContact, at);
  await waitForWorkers(shop.id);
  expect(await tracesOf(shop.id, mark)).toEqual([]);
  expect(await isWithdrawnAddress(shop.id, person.email.toUpperCase())).toBe(true);
  const order = await ok(orders.getOrder, { params: { ...params, orderId }, as });
  expect(order).toMatchObject({ email: null, shipping_address: null, total: order.total });
  const stands = await ok(businessReservations.getBusinessReservation, {
    params: { businessId: shop.id, reservationId: booking.id },
    as,
  });
  expect(stands).toMatchObject({ status: booking.status, startTime: booking.startTime });
  expect((await call(customers.getCustomer, at)).status).toBe(404);
});
