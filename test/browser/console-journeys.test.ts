import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "#core/context.ts";
import { locations } from "#functions/commerce/locations/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { describeInBrowser, openBrowser } from "#test/support/browser.ts";
import { ok } from "#test/support/client.ts";
import { openConsole, savedFile } from "#test/support/console.ts";
import { BY_CASH, checkout, SENDER } from "#test/support/orders.ts";
import { BERLIN, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { member } from "#test/support/world.ts";

describeInBrowser("journeys through the console", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("a bulk action shows the outcome of each order, and a failed one does not stop the others", async () => {
    const shop = await openShop({ units: 20 });
    const placed = [await placeOrder(shop), await placeOrder(shop), await placeOrder(shop)];
    const [params, as] = [{ storeId: shop.id }, shop.owner];
    const [sent] = placed;
    const { items } = await ok(orders.getOrder, { params: { ...params, orderId: sent?.order_id ?? "" }, as });
    const lines = items.map(({ id, quantity }) => ({ order_item_id: id, quantity }));
    await ok(orders.fulfilOrder, {
      params: { ...params, orderId: sent?.order_id ?? "" },
      as,
      body: { lines },
    });
    const app = await openConsole(browser, { as, path: `/${shop.key}/orders` });
    await app.tick("Select page");
    await app.press("button", "Mark as fulfilled");
    await app.pressIn("Mark as fulfilled", "Mark as fulfilled");
    await app.see("button", "Retry failed");
    await app.shows("Mark as fulfilled: 2 of 3");
    await app.pressIn("Results", "Done");
    const all = await ok(orders.listOrders, { params, as });
    expect(all.items.map(({ fulfillment_status }) => fulfillment_status)).toEqual(Array(3).fill("fulfilled"));
    await app.fine();
    await app.close();
  });

  test("an address is corrected, and a label for it is bought and refunded", async () => {
    const shop = await openShop();
    const { order_id: orderId } = await placeOrder(shop);
    const [params, as] = [{ storeId: shop.id }, shop.owner];
    const [place] = (await ok(locations.listLocations, { params, as })).items;
    const at = { ...params, locationId: place?.id ?? "" };
    await ok(locations.updateLocation, { params: at, as, body: { address: SENDER } });
    const app = await openConsole(browser, { as, path: `/${shop.key}/orders/${orderId}` });
    await app.press("button", "Edit address");
    await app.type("Street", "Torstr. 100");
    await app.pressIn("Edit address", "Save");
    await app.shows("Torstr. 100");
    await app.press("button", "Buy label");
    await app.pressIn("Buy label", "Get rates");
    await app.press("button", "Buy for €3.90");
    await app.see("link", "Open label");
    await app.seeNone("button", "Edit address");
    await app.fine();
    await app.press("button", "Give label back");
    await app.pressIn("Give label back", "Give label back");
    await app.see("button", "Buy label");
    const order = await ok(orders.getOrder, { params: { ...params, orderId }, as });
    expect(order.shipping_address).toMatchObject({ ...BERLIN, street1: "Torstr. 100" });
    expect(order.shipments).toHaveLength(1);
    await app.close();
  });

  test("two records of one person are merged, and the result is exported as a file", async () => {
    const shop = await openShop();
    const [params, as] = [{ storeId: shop.id }, shop.owner];
    const make = (name: string, email: string) =>
      ok(customers.createCustomer, { params, as, body: { name, email } });
    const { id } = await make("Grace Hopper", "grace@example.com");
    await make("Grace H.", "hopper@example.org");
    const app = await openConsole(browser, { as, path: `/${shop.key}/customers/${id}` });
    await app.press("button", "Merge");
    await app.type("Record that goes", "hopper");
    await app.press("option", "Grace H., hopper@example.org");
    await app.pressIn("Merge", "See what moves");
    await app.shows("This cannot be undone");
    await app.pressIn("Merge", "Merge for good");
    await app.shows("Merged");
    const file = JSON.parse(await savedFile(app, () => app.press("button", "Export data")));
    expect(file).toMatchObject({ customer: { id, name: "Grace Hopper" }, orders: [] });
    const { items } = await ok(customers.listCustomers, { params, as });
    expect(items.map(({ name }) => name)).toEqual(["Grace Hopper"]);
    await app.close();
  });

  test("a product whose deletion is refused stays on the screen with the reason", async () => {
    const shop = await openShop();
    const { product_id: productId } = shop.mug;
    const app = await openConsole(browser, { as: shop.owner, path: `/${shop.key}/products/${productId}` });
    await app.see("button", "Delete product");
    await app.page.setRequestInterception(true);
    app.page.on("request", (request) => {
      if (request.method() !== "DELETE") return void request.continue();
      const body = JSON.stringify({ error: "GENERAL.CONFLICT", message: "The product is being changed." });
      return void request.respond({ status: 409, contentType: "application/json", body });
    });
    await app.press("button", "Delete product");
    await app.pressIn("Delete product", "Delete product");
    await app.shows("The product is being changed.");
    await app.seeNone("heading", "Products");
    await app.see("button", "Delete product");
    expect((await ok(products.getProduct, { params: { storeId: shop.id, productId } })).id).toBe(productId);
    await app.close();
  });

  test("choosing German translates lists, records, dates and money, and is remembered", async () => {
    const shop = await openShop();
    const { order_id } = await placeOrder(shop);
    const app = await openConsole(browser, { as: shop.owner, path: `/${shop.key}/account` });
    await app.choose("Language", "de");
    await app.see("heading", "Dein Konto");
    await app.goTo(`/${shop.key}/orders/${order_id}`);
    await app.see("region", "Lieferung");
    await app.shows("12,00\u00a0€");
    await app.page.reload();
    await app.see("button", "Posten versenden");
    expect(await app.page.evaluate("document.documentElement.lang")).toBe("de");
    await app.goTo(`/${shop.key}/products`);
    await app.see("link", "Neues Produkt");
    await app.fine();
    await app.close();
  });

  test.each(CONTROLS_BY_ROLE)("a role sees exactly the controls it may use: %s", async (role, offered) => {
    const shop = await openShop();
    const { order_id } = await placeOrder(shop);
    const as = await member(shop.id, role);
    const app = await openConsole(browser, { as, path: `/${shop.key}/orders/${order_id}` });
    await app.see("region", "Delivery");
    const found: string[] = [];
    for (const [path, heading, names] of CONTROLS) {
      await app.goTo(
        `/${shop.key}/${path.replace("$order", order_id).replace("$product", shop.mug.product_id)}`,
      );
      await app.see("heading", heading(shop));
      for (const name of names) {
        const there = await app.page.$(`::-p-aria([name=${JSON.stringify(name)}])`);
        if (there) found.push(name);
      }
    }
    expect(found).toEqual(offered);
    await app.fine();
    await app.close();
  });
});

/** Screens, their headings, and controls that some role may use and another may not. */
const CONTROLS: readonly [path: string, heading: (shop: Shop) => string, names: readonly string[]][] = [
  ["orders/$order", () => "Order #100001", ["Fulfil items", "Mark as paid", "Buy label", "Cancel order"]],
  ["products", () => "Products", ["Export", "Import", "New product"]],
  ["products/$product", () => "mug", ["Delete product", "Add option"]],
  ["customers", () => "Customers", ["New customer"]],
  ["settings", () => "Settings", ["Team", "API tokens"]],
];
const ALL_CONTROLS = CONTROLS.flatMap(([, , names]) => names);
const MEMBER_CONTROLS = ALL_CONTROLS.filter((name) => !["Export", "Import", "Team"].includes(name));
const CONTROLS_BY_ROLE: readonly [Role, readonly string[]][] = [
  ["owner", ALL_CONTROLS],
  ["admin", ALL_CONTROLS],
  ["member", MEMBER_CONTROLS],
  // Every role may have API tokens, because a token never has more rights than its user.
  ["viewer", ["API tokens"]],
];

async function placeOrder(shop: Shop) {
  const cart = await visitorWithCart(shop, [{ ...shop.mug, quantity: 1 }]);
  return checkout(shop.id, cart, BY_CASH);
}
