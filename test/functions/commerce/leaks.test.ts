import { beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#core/http/contract.ts";
import { carts, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { locations } from "#functions/commerce/locations/routes.ts";
import { orderPages, orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { products, productTransfers } from "#functions/commerce/products/routes.ts";
import { orderShipping, shippingProviders } from "#functions/commerce/shipping/routes.ts";
import { operations } from "#functions/manifest.ts";
import { withoutSentIds } from "#test/proofs/tenant-leaks.ts";
import { type As, call, ok } from "#test/support/client.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { guest, member, openStore, type TestStore, visitorOf } from "#test/support/world.ts";

/** Prefix of texts that nobody outside the store may read. */
const SECRET = "hushhush";
const ROUTES = {
  products,
  productTransfers,
  carts,
  storefrontCarts,
  orders,
  storefrontOrders,
  orderPages,
  locations,
  orderShipping,
  shippingProviders,
};
/** Operations of visitors, which may refuse an invalid body before a missing record. */
const VISITORS = new Set(
  [storefrontCarts, storefrontOrders, orderPages].flatMap((page) =>
    Object.values<Operation>(page).map(({ id }) => id),
  ),
);
const READS = Object.values(ROUTES).flatMap((page) =>
  Object.values<Operation>(page).filter(({ method }) => method === "GET"),
);
const OUTSIDERS = [
  "nobody",
  "another visitor",
  "guest",
  "other tenant's owner",
  "visitor of another store",
] as const;

let shop: Shop;
let other: TestStore;
let buyer: Awaited<ReturnType<typeof visitorWithCart>>;
let ids: Record<string, string>;
const callers: Record<string, As> = {};

beforeAll(async () => {
  [shop, other] = await Promise.all([openShop(), openStore()]);
  const params = { storeId: shop.id };
  const as = shop.owner;
  const hidden = ["draft", "archived"] as const;
  const made = await Promise.all(
    hidden.map((status) =>
      ok(products.createProduct, { params, as, body: { key: `${SECRET}-${status}`, status } }),
    ),
  );
  const { id: locationId } = await ok(locations.createLocation, {
    params,
    as,
    body: { key: "depot", address: { street1: `${SECRET} street` } },
  });
  const address = { name: `${SECRET} name`, street1: "Torstr. 1", city: "Berlin", postal_code: "10119" };
  const fields = { shipping_address: { ...address, country: "DE" } };
  buyer = await visitorWithCart(shop, [shop.mug], fields);
  const email = `${SECRET}@example.com`;
  const { order_id: orderId } = await checkout(shop.id, buyer, { ...BY_CASH, email });
  const open = await ok(storefrontCarts.currentCart, { params, as: buyer.as, body: { market: "eu" } });
  await ok(storefrontCarts.updateVisitorCart, {
    params: { ...params, cartId: open.id },
    as: buyer.as,
    body: { items: [shop.mug], ...fields },
  });
  const { id: importId } = await ok(productTransfers.createImport, {
    params,
    as,
    body: { format: "csv", size: 1 },
  });
  ids = {
    storeId: shop.id,
    productId: made[0]?.id ?? "",
    cartId: open.id,
    orderId,
    locationId,
    importId,
    orderToken: orderId,
  };
  callers["another visitor"] = await visitorOf(shop.id);
  callers.guest = await guest();
  callers["other tenant's owner"] = other.owner;
  callers["visitor of another store"] = await visitorOf(other.id);
});

function ask({ path, ...operation }: Operation, as: As, more: Record<string, string> = {}) {
  const all = { ...ids, ...more };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, all[name] ?? `${name}_none`]));
  return call({ path, ...operation } as Operation, { params, as });
}

test("the list of operations has every read of commerce in the manifest", () => {
  const all = operations.filter(({ folder, method }) => folder.startsWith("commerce/") && method === "GET");
  const asked = new Set(READS.map(({ id }) => id));
  expect(all.map(({ id }) => id).filter((id) => !asked.has(id))).toEqual(["getLabel"]);
});

describe.each(OUTSIDERS)("%s", (who) => {
  test.each(READS.map((operation) => [operation.id, operation] as const))(
    "is shown nothing hidden by %s",
    async (_, operation) => {
      for (const productId of [ids.productId ?? "", `${shop.id}:${SECRET}-archived`]) {
        const { status, body } = await ask(operation, callers[who], { productId });
        expect(withoutSentIds(JSON.stringify(body), { productId }), operation.id).not.toContain(SECRET);
        const isList = ["listProducts", "listOwnOrders", "listLocations"].includes(operation.id);
        if (status < 300) expect(isList, `${operation.id} answered ${who}`).toBe(true);
      }
    },
  );

  test("can change nothing of others", async () => {
    const changes = Object.values(ROUTES).flatMap((page) =>
      Object.values<Operation>(page).filter(({ method, id }) => method !== "GET" && id !== "currentCart"),
    );
    for (const operation of changes) {
      if (operation.id === "quoteOrder") continue;
      const { status, body } = await ask(operation, callers[who]);
      const said = `${operation.id} ${JSON.stringify(body)}`;
      expect(status, said).toBeGreaterThanOrEqual(400);
      // Operations of staff are refused before their body is checked.
      if (!VISITORS.has(operation.id)) expect([401, 403, 404], said).toContain(status);
    }
  });
});

test("visitors read only their cart and order; stock levels and drafts are for members", async () => {
  const own = await ask(storefrontCarts.getVisitorCart, buyer.as);
  expect(JSON.stringify(own.body)).toContain(SECRET);
  const order = await ask(storefrontOrders.getOwnOrder, buyer.as);
  expect(JSON.stringify(order.body)).toContain(SECRET);
  const viewer = await member(shop.id, "viewer");
  for (const operation of [orders.getOrder, carts.getCart, locations.getLocation, products.getProduct]) {
    const { body } = await ask(operation as Operation, viewer);
    expect(JSON.stringify(body), operation.id).toContain(SECRET);
  }
  const mug = { productId: shop.mug.product_id };
  const levels = async (as: As) => {
    const found = await ok(products.getProduct, { params: { storeId: shop.id, ...mug }, as });
    return found.variants.map(({ available, inventory }) => [available, inventory.map(Object.keys)]);
  };
  expect(await levels(viewer)).toEqual([
    [9, [expect.arrayContaining(["available", "location_id", "reserved"])]],
  ]);
  // A session of one store is not valid in another.
  for (const who of OUTSIDERS.slice(0, -1))
    expect(await levels(callers[who]), who).toEqual([[9, [["available"]]]]);
});
