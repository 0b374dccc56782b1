import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { describeInBrowser, openBrowser } from "#test/support/browser.ts";
import { ok } from "#test/support/client.ts";
import { type Console, openConsole } from "#test/support/console.ts";
import { inspectorAddress, receivedWebhooks } from "#test/support/inspector.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { createGoods, openShop, visitorWithCart } from "#test/support/shop.ts";
import { logInByCode } from "#test/support/users.ts";
import { eventually, mailsTo, member, newEmail, openStore } from "#test/support/world.ts";

describeInBrowser("the console", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("leads a new user from sign-in to a first test order, by the checklist", async () => {
    const email = newEmail();
    const app = await openConsole(browser, { path: "/" });
    await signIn(app, email);
    await app.type("Store name", "Kiln & Bean");
    await app.type("Store key", `kiln-${email.slice(0, 8)}`);
    await app.press("button", "Create store");
    await app.see("region", "Set up your store");
    await app.shows("0 of 7 done");
    await app.press("link", "Add your address");
    for (const [name, text] of Object.entries(STORE_ADDRESS)) await app.type(name, text);
    await app.press("button", "Save");
    await app.shows("Saved");
    await app.press("link", "Today");
    await app.shows("1 of 7 done");
    await app.press("link", "Check markets and taxes");
    await app.press("button", "Looks right");
    await app.seeNone("button", "Looks right");
    await sellMug(email);
    await app.page.reload();
    await app.press("link", "Today");
    await app.shows("3 of 8 done");
    await app.press("link", "Place a test order");
    await createOrder(app, "us");
    await app.press("link", "Today");
    await app.shows("4 of 8 done");
    await app.fine();
    await app.close();
  });

  test("creates an order, ships part of it, refunds it and accepts a return", async () => {
    const shop = await openShop();
    const app = await openConsole(browser, { as: shop.owner, path: `/${shop.key}/orders` });
    await app.press("link", "New order");
    await createOrder(app, "eu");
    await app.press("button", "Fulfil items");
    await app.type("Quantity of mug", "1");
    await app.type("Tracking number", "00340434");
    await app.press("button", "Fulfil");
    await app.shows("00340434");
    await app.press("button", "Mark as paid");
    await app.pressIn("Mark as paid", "Mark as paid");
    await app.press("button", "Refund");
    await app.type("Quantity of mug", "1");
    await app.press("button", "Refund €12.00");
    await app.shows("Partially refunded");
    await app.press("button", "Return items");
    await app.type("Quantity of mug", "1");
    await app.pressIn("Return items", "Return items");
    await app.press("button", "Goods arrived");
    await app.shows("1 returned");
    await app.fine();
    await app.close();
  });

  test("shows a failing webhook, and sends a failed event again", async () => {
    const store = await openStore();
    const app = await openConsole(browser, { as: store.owner, path: `/${store.key}/settings/webhooks` });
    const [bad, good] = [inspectorAddress("?status=500"), inspectorAddress()];
    await app.press("button", "New webhook");
    await app.type("Name", "Books");
    await app.type("Address", bad.url);
    await app.press("button", "Save");
    await app.see("textbox", "Secret");
    await app.press("button", "Send test");
    await app.shows("The test failed");
    await ok(stores.updateStore, {
      params: { storeId: store.id },
      as: store.owner,
      body: { name: "Kiln & Bean" },
    });
    await app.see("button", "Resend");
    await app.type("Address", good.url);
    await app.press("button", "Save");
    await app.shows("Saved");
    await app.press("button", "Resend");
    await app.shows("It is being sent again");
    await app.shows("Taken");
    await app.fine();
    await app.close();
    expect((await receivedWebhooks(good.name)).length).toBeGreaterThan(0);
  });

  test("offers no refund to a member, and names the roles that may open a screen", async () => {
    const shop = await openShop();
    const cart = await visitorWithCart(shop, [{ ...shop.mug, quantity: 1 }]);
    const { order_id } = await checkout(shop.id, cart, BY_CASH);
    await ok(orders.updateOrder, {
      params: { storeId: shop.id, orderId: order_id },
      as: shop.owner,
      body: { paid: true },
    });
    const path = `/${shop.key}/orders/${order_id}`;
    const owners = await openConsole(browser, { as: shop.owner, path });
    await owners.see("button", "Refund");
    await owners.close();
    const app = await openConsole(browser, { as: await member(shop.id, "member"), path });
    await app.see("button", "Fulfil items");
    await app.seeNone("button", "Refund");
    await app.page.goto(app.page.url().replace(/orders.*/, "settings/team"));
    await app.see("heading", "Not for your role");
    await app.fine();
    await app.close();
  });

  test("keeps typed input when the session ends, and saves it after a new sign-in", async () => {
    const store = await openStore();
    const app = await openConsole(browser, { as: store.owner, path: `/${store.key}/settings/store` });
    await app.type("Street", "Torstr. 1");
    const { email, sessionId } = store.owner;
    await ok(accounts.revokeSession, { as: store.owner, params: { sessionId } });
    await app.press("button", "Save");
    await app.see("dialog", "Sign in again");
    await app.press("button", "Send code");
    await app.type("Code", await codeTo(email));
    await app.press("button", "Sign in");
    await app.shows("Saved");
    await app.close();
  });
});

const STORE_ADDRESS = { Street: "Torstr. 1", "Postal code": "10119", City: "Berlin", Country: "de" };
const BUYER_ADDRESS = { ...STORE_ADDRESS, Name: "Grace Hopper", Country: "DE" };

/** Fills in an order of two mugs for cash. */
async function createOrder(app: Console, market: string): Promise<void> {
  await app.type("Customer email", "grace@example.com");
  await app.choose("Market", market);
  await app.type("Add item", "mug");
  await app.press("option", "mug");
  await app.type("Quantity of mug", "2");
  for (const [name, text] of Object.entries(BUYER_ADDRESS)) await app.type(name, text);
  await app.shows("24.00");
  await app.choose("Payment method", "cash");
  await app.press("button", "Create order");
  await app.see("region", "Timeline");
}

/** Creates a mug in the user's only store, through the API. */
async function sellMug(email: string): Promise<void> {
  const { access_token: token } = await logInByCode(email, (await mailsTo(email)).length);
  const as = { token };
  const [store] = (await ok(stores.listStores, { as })).items;
  const owner = { ...as, id: "", email, refreshToken: "", sessionId: "" };
  await createGoods({ id: store?.id ?? "", key: "", owner }, "mug", { amount: 1200, units: 10 });
}

async function signIn(app: Console, email: string): Promise<void> {
  await app.type("Email", email);
  await app.press("button", "Send code");
  await app.type("Code", await codeTo(email));
  await app.press("button", "Sign in");
}

function codeTo(email: string): Promise<string> {
  return eventually(async () => {
    const subjects = (await mailsTo(email)).map(({ subject }) => /\d{6}/.exec(subject)?.[0]);
    return subjects.findLast((code) => code !== undefined);
  }, `a code to ${email}`);
}
