import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { indexOrder } from "#lib/commerce/orders/customer-index.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import { call, ok } from "#test/support/client.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { stagger } from "#test/support/pause.ts";
import { seeded } from "#test/support/random.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { eventually, newEmail, testContext } from "#test/support/world.ts";

test("orders of one email address belong to one customer, and no buyer learns which", async () => {
  const shop = await openShop();
  const email = newEmail();
  const params = { storeId: shop.id };
  const bought = async (address: string) => {
    const buyer = await visitorWithCart(shop, [shop.mug]);
    const { order_id: orderId } = await checkout(shop.id, buyer, { ...BY_CASH, email: address });
    const at = { ...params, orderId };
    const own = await ok(storefrontOrders.getOwnOrder, { params: at, as: buyer.as });
    expect(own).not.toHaveProperty("customer_id");
    return ok(orders.getOrder, { params: at, as: shop.owner });
  };
  const [one, two, other] = [
    await bought(email),
    await bought(email.toUpperCase()),
    await bought(newEmail()),
  ];
  expect(one.customer_id).toMatch(/^con_z[0-9a-z]{25}$/);
  expect(two.customer_id).toBe(one.customer_id);
  expect(other.customer_id).not.toBe(one.customer_id);
  expect(one.contact_id).not.toBe(one.customer_id);
});

test("concurrent first orders of an email address make one customer", async () => {
  const shop = await openShop({ units: 20 });
  const email = newEmail();
  const params = { storeId: shop.id };
  const buyers = await Promise.all([1, 2, 3].map(() => visitorWithCart(shop, [shop.mug])));
  const placed = await Promise.all(buyers.map((buyer) => checkout(shop.id, buyer, { ...BY_CASH, email })));
  const all = () => ok(customers.listCustomers, { params, as: shop.owner });
  const [card] = await eventually(async () => {
    const { items } = await all();
    return items.length > 0 && items;
  }, "the card");
  expect(card).toMatchObject({
    email,
    verified: false,
    name: "Grace Hopper",
    origin: "storefront",
    tags: [],
  });
  for (const { order_id: orderId } of placed) {
    const found = await ok(orders.getOrder, { params: { ...params, orderId }, as: shop.owner });
    expect(found.customer_id).toBe(card?.id);
    const ctx = testContext({ operation: "indexOrder", emits: ["contact.created"] });
    await Promise.all(
      [1, 2].map(() => withRetries(() => indexOrder(ctx, { tenant_id: shop.id, record_id: orderId }))),
    );
  }
  const ordered = { params, as: shop.owner, query: { has_orders: "true" } } as const;
  const items = await eventually(async () => {
    const found = (await ok(customers.listCustomers, ordered)).items;
    return found.length > 0 && found;
  }, "the card among those who ordered");
  expect(items.map(({ id }) => id)).toEqual([card?.id]);
});

test("orders of a visitor who proves an email move to its customer, those of others do not", async () => {
  const shop = await openShop({ units: 50 });
  const params = { storeId: shop.id };
  await seeded(async (random) => {
    const email = newEmail();
    const [own, other] = [await visitorWithCart(shop, [shop.mug]), await visitorWithCart(shop, [shop.mug])];
    const asked = { params, as: own.as, body: { email } };
    const { challenge_id } = await ok(storefrontAccount.requestContactCode, asked);
    const code = await codeFor(email);
    const theirs = await checkout(shop.id, other, { ...BY_CASH, email });
    const body = { challenge_id, code };
    const [bought, proven] = await Promise.all([
      stagger(random, 40).then(() =>
        call(storefrontCarts.checkoutVisitorCart, {
          params: { ...params, cartId: own.cart.id },
          as: own.as,
          body: { ...BY_CASH, email },
        }),
      ),
      stagger(random, 40).then(() => ok(storefrontAccount.verifyContact, { params, as: own.as, body })),
    ]);
    const read = async (orderId: string) =>
      ok(orders.getOrder, { params: { ...params, orderId }, as: shop.owner });
    const card = (await read(theirs.order_id)).customer_id;
    expect(card).not.toBe(proven.contact.id);
    if (bought.status !== 201) return;
    const { order_id } = bought.body as { order_id: string };
    const found = await read(order_id);
    const wanted = found.contact_id === proven.contact.id ? proven.contact.id : card;
    await eventually(async () => (await read(order_id)).customer_id === wanted, "the order being filed anew");
    expect((await read(theirs.order_id)).customer_id).toBe(card);
  });
});

test("a booking creates the customer of its email, and a name given by staff stays", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const email = newEmail();
  const as = shop.owner;
  const part = { serviceId: shop.service_id, providerId: shop.provider_id, startTime: MONDAY + 9 * HOUR };
  const body = { parts: [part], email, name: "Ada Lovelace" };
  const at = { params: { businessId: shop.id }, as };
  await ok(businessReservations.createBusinessReservation, { ...at, body });
  const known = async () => (await ok(customers.listCustomers, { params, as })).items;
  const card = await eventually(async () => (await known())[0], "the card");
  expect(card).toMatchObject({ email, name: "Ada Lovelace", origin: "booking", verified: false });
  const named = { params: { ...params, contactId: card.id }, as, body: { name: "Countess" } };
  await ok(customers.updateCustomer, named);
  const buyer = await visitorWithCart(shop, [shop.mug]);
  await checkout(shop.id, buyer, { ...BY_CASH, email });
  const ordered = { params, as, query: { has_orders: "true" } } as const;
  const found = await eventually(
    async () => (await ok(customers.listCustomers, ordered)).items[0],
    "the order being filed",
  );
  expect(found).toMatchObject({ id: card.id, name: "Countess" });
  expect(await known()).toHaveLength(1);
});
