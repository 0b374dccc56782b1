import { expect, test } from "vitest";
import type { Role } from "#core/context.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { businessEvents } from "#functions/delivery/activity/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { contacts, storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { call, ok } from "#test/support/client.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { member, newEmail, openStore, somebody, visitorOf } from "#test/support/world.ts";

/** READ sees a person, WRITE changes one, and ADMIN merges or deletes people. */
const LEAST_ROLE = {
  listCustomers: "viewer",
  getCustomer: "viewer",
  getCustomerTimeline: "viewer",
  createCustomer: "member",
  updateCustomer: "member",
  addCustomerNote: "member",
  deleteCustomerNote: "member",
  addCustomerConsent: "member",
  tagCustomers: "member",
  mergeCustomers: "admin",
  deleteContact: "admin",
} as const satisfies Record<keyof typeof customers | keyof typeof contacts, Role>;

const ROLES: readonly Role[] = ["viewer", "member", "admin"];
const OPERATIONS = { ...customers, ...contacts };

test("each operation on customers admits its documented role and all above it, nobody else", async () => {
  const { id: storeId } = await openStore();
  const other = await openStore();
  const people = await Promise.all(ROLES.map((role) => member(storeId, role)));
  const visitor = await visitorOf(storeId);
  const strangers = [await somebody(), other.owner, { token: visitor.token }, undefined];
  const params = { storeId, contactId: "contact_none", noteId: "note_none" };
  expect(Object.keys(LEAST_ROLE).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  for (const [name, least] of Object.entries(LEAST_ROLE)) {
    const operation = OPERATIONS[name as keyof typeof OPERATIONS];
    const statusFor = async (as: { token: string } | undefined) => {
      const body = operation.method === "GET" || operation.method === "DELETE" ? {} : { body: {} as never };
      return (await call(operation, { params, as, ...body })).status;
    };
    for (const [place, as] of people.entries()) {
      const isIn = place >= ROLES.indexOf(least);
      const status = await statusFor(as);
      expect(status === 403, `${name} as ${ROLES[place]}: ${status}`).toBe(!isIn);
      if (isIn) expect([200, 400, 404], `${name} as ${ROLES[place]}`).toContain(status);
    }
    for (const [place, as] of strangers.entries())
      expect([401, 403, 404], `${name} as stranger ${place}`).toContain(await statusFor(as));
  }
});

test("staff notes on a customer are in no answer to its visitor and in no event", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const as = shop.owner;
  const email = newEmail();
  const mark = (what: string) => `${what}-${email.split("@")[0]}`;
  const noted = { name: mark("name"), tags: [mark("tag")], phone: "+49 30 5550123" };
  const { id: contactId } = await ok(customers.createCustomer, { params, as, body: { email, ...noted } });
  const at = { params: { ...params, contactId }, as };
  await ok(customers.addCustomerNote, { ...at, body: { text: mark("note") } });
  const consent = { channel: "phone", state: "granted", how: "in_person", text: mark("consent") } as const;
  await ok(customers.addCustomerConsent, {
    ...at,
    body: { ...consent, at: Math.floor(Date.now() / 1000) - 1 },
  });
  const buyer = await visitorWithCart(shop, [shop.mug]);
  const { order_id: orderId } = await checkout(shop.id, buyer, { ...BY_CASH, email });
  const order = { params: { ...params, orderId }, as };
  await ok(orders.addOrderNote, { ...order, body: { text: mark("note") } });
  await ok(orders.tagOrder, { ...order, body: { tags: [mark("tag")] } });
  await waitForWorkers(shop.id);
  expect(await ok(orders.getOrder, order)).toMatchObject({ customer_id: contactId });
  const mine = { params, as: buyer.as };
  const seen = JSON.stringify([
    await ok(storefrontAccount.getCurrentContact, mine),
    await ok(storefrontOrders.listOwnOrders, mine),
    await ok(storefrontOrders.getOwnOrder, { ...mine, params: order.params }),
    await ok(storefrontCarts.getVisitorCart, { ...mine, params: { ...params, cartId: buyer.cart.id } }),
  ]);
  for (const value of [contactId, mark("name"), mark("tag"), mark("note"), mark("consent"), noted.phone])
    expect(seen).not.toContain(value);
  expect(seen).not.toMatch(/"(customer_id|to_do|same_address|merged_ids)"/);
  const told: string[] = [];
  for (const entity of ["contact", "order"]) {
    const query = { entity, limit: 100 };
    const page = await ok(businessEvents.listBusinessEvents, { params: { businessId: shop.id }, as, query });
    told.push(JSON.stringify(page));
  }
  const [ofContacts = "", ofOrders = ""] = told;
  expect(ofContacts).toContain("contact.updated");
  expect(ofOrders).toContain("order.annotated");
  for (const value of [mark("name"), mark("tag"), mark("note"), mark("consent"), noted.phone]) {
    expect(ofContacts).not.toContain(value);
    expect(ofOrders).not.toContain(value);
  }
  expect(ofContacts).not.toContain(email);
  expect(ofOrders).not.toContain("customer_id");
});
