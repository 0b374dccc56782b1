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

  test("many orders are fulfilled at once, with what came of each; one that has nothing to send stops no other", async () => {
    const shop = await openShop({ units: 20 });
    const placed = [await ordered(shop), await ordered(shop), await ordered(shop)];
    const [params, as] = [{ storeId: shop.id }, shop.owner];
    const [sent] = placed;
    const { items } = await ok(orders.getOrder, { params: { ...params, orderId: sent?.order_id ?? "" }, as });
    const lines = items.map(({ id, quantity }) => ({ order_item_id: id, quantity }));
    await ok(orders.fulfilOrder, {
      params: { ...params, orderId: sent?.order_id ?? "" },
      as,
      body: { lines },
    });
    const shown = await openConsole(browser, { as, path: `/${shop.key}/orders` });
    await shown.tick("Select page");
    await shown.press("button", "Mark as fulfilled");
    await shown.pressIn("Mark as fulfilled", "Mark as fulfilled");
    await shown.see("button", "Retry failed");
    await shown.shows("Mark as fulfilled: 2 of 3");
    await shown.pressIn("Results", "Done");
    const all = await ok(orders.listOrders, { params, as });
    expect(all.items.map(({ fulfillment_status }) => fulfillment_status)).toEqual(Array(3).fill("fulfilled"));
    await shown.fine();
    await shown.close();
  });

  test("an address is mended before a label is bought for it, and the label's money is asked back", async () => {
    const shop = await openShop();
    const { order_id: orderId } = await ordered(shop);
    const [params, as] = [{ storeId: shop.id }, shop.owner];
    const [place] = (await ok(locations.listLocations, { params, as })).items;
    const at = { ...params, locationId: place?.id ?? "" };
    await ok(locations.updateLocation, { params: at, as, body: { address: SENDER } });
    const shown = await openConsole(browser, { as, path: `/${shop.key}/orders/${orderId}` });
    await shown.press("button", "Edit address");
    await shown.type("Street", "Torstr. 100");
    await shown.pressIn("Edit address", "Save");
    await shown.shows("Torstr. 100");
    await shown.press("button", "Buy label");
    await shown.pressIn("Buy label", "Get rates");
    await shown.press("button", "Buy for €3.90");
    await shown.see("link", "Open label");
    await shown.seeNone("button", "Edit address");
    await shown.fine();
    await shown.press("button", "Give label back");
    await shown.pressIn("Give label back", "Give label back");
    await shown.see("button", "Buy label");
    const order = await ok(orders.getOrder, { params: { ...params, orderId }, as });
    expect(order.shipping_address).toMatchObject({ ...BERLIN, street1: "Torstr. 100" });
    expect(order.shipments).toHaveLength(1);
    await shown.close();
  });

  test("two records of one person become one, which goes out as a file", async () => {
    const shop = await openShop();
    const [params, as] = [{ storeId: shop.id }, shop.owner];
    const make = (name: string, email: string) =>
      ok(customers.createCustomer, { params, as, body: { name, email } });
    const { id } = await make("Grace Hopper", "grace@example.com");
    await make("Grace H.", "hopper@example.org");
    const shown = await openConsole(browser, { as, path: `/${shop.key}/customers/${id}` });
    await shown.press("button", "Merge");
    await shown.type("Record that goes", "hopper");
    await shown.press("option", "Grace H., hopper@example.org");
    await shown.pressIn("Merge", "See what moves");
    await shown.shows("This cannot be undone");
    await shown.pressIn("Merge", "Merge for good");
    await shown.shows("Merged");
    const file = JSON.parse(await savedFile(shown, () => shown.press("button", "Export data")));
    expect(file).toMatchObject({ customer: { id, name: "Grace Hopper" }, orders: [] });
    const { items } = await ok(customers.listCustomers, { params, as });
    expect(items.map(({ name }) => name)).toEqual(["Grace Hopper"]);
    await shown.close();
  });

  test("a product whose deletion is refused stays, and the screen says why", async () => {
    const shop = await openShop();
    const { product_id: productId } = shop.mug;
    const shown = await openConsole(browser, { as: shop.owner, path: `/${shop.key}/products/${productId}` });
    await shown.see("button", "Delete product");
    await shown.page.setRequestInterception(true);
    shown.page.on("request", (request) => {
      if (request.method() !== "DELETE") return void request.continue();
      const body = JSON.stringify({ error: "GENERAL.CONFLICT", message: "The product is being changed." });
      return void request.respond({ status: 409, contentType: "application/json", body });
    });
    await shown.press("button", "Delete product");
    await shown.pressIn("Delete product", "Delete product");
    await shown.shows("The product is being changed.");
    await shown.seeNone("heading", "Products");
    await shown.see("button", "Delete product");
    expect((await ok(products.getProduct, { params: { storeId: shop.id, productId } })).id).toBe(productId);
    await shown.close();
  });

  test("it speaks German from one choice on, in lists, records, dates and money, and keeps to it", async () => {
    const shop = await openShop();
    const { order_id } = await ordered(shop);
    const shown = await openConsole(browser, { as: shop.owner, path: `/${shop.key}/account` });
    await shown.choose("Language", "de");
    await shown.see("heading", "Dein Konto");
    await shown.goTo(`/${shop.key}/orders/${order_id}`);
    await shown.see("region", "Lieferung");
    await shown.shows("12,00\u00a0€");
    await shown.page.reload();
    await shown.see("button", "Posten versenden");
    expect(await shown.page.evaluate("document.documentElement.lang")).toBe("de");
    await shown.goTo(`/${shop.key}/products`);
    await shown.see("link", "Neues Produkt");
    await shown.fine();
    await shown.close();
  });

  test.each(OFFERS)("a role is offered what it may do and nothing else: %s", async (role, offered) => {
    const shop = await openShop();
    const { order_id } = await ordered(shop);
    const as = await member(shop.id, role);
    const shown = await openConsole(browser, { as, path: `/${shop.key}/orders/${order_id}` });
    await shown.see("region", "Delivery");
    const found: string[] = [];
    for (const [path, heading, names] of CONTROLS) {
      await shown.goTo(
        `/${shop.key}/${path.replace("$order", order_id).replace("$product", shop.mug.product_id)}`,
      );
      await shown.see("heading", heading(shop));
      for (const name of names) {
        const there = await shown.page.$(`::-p-aria([name=${JSON.stringify(name)}])`);
        if (there) found.push(name);
      }
    }
    expect(found).toEqual(offered);
    await shown.fine();
    await shown.close();
  });
});

/** Screens and their controls. */
const CONTROLS: readonly [path: string, heading: (shop: Shop) => string, names: readonly string[]][] = [
  ["orders/$order", () => "Order #100001", ["Fulfil items", "Mark as paid", "Buy label", "Cancel order"]],
  ["products", () => "Products", ["Export", "Import", "New product"]],
  ["products/$product", () => "mug", ["Delete product", "Add option"]],
  ["customers", () => "Customers", ["New customer"]],
  ["settings", () => "Settings", ["Team", "API tokens"]],
];
const ALL = CONTROLS.flatMap(([, , names]) => names);
const OF_MEMBERS = ALL.filter((name) => !["Export", "Import", "Team"].includes(name));
const OFFERS: readonly [Role, readonly string[]][] = [
  ["owner", ALL],
  ["admin", ALL],
  ["member", OF_MEMBERS],
  // A token acts for its user, in each role.
  ["viewer", ["API tokens"]],
];

async function ordered(shop: Shop) {
  const cart = await visitorWithCart(shop, [{ ...shop.mug, quantity: 1 }]);
  return checkout(shop.id, cart, BY_CASH);
}
