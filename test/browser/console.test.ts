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
import { openShop, sell, visitorWithCart } from "#test/support/shop.ts";
import { logInByCode } from "#test/support/users.ts";
import { eventually, mailsTo, member, newEmail, openStore } from "#test/support/world.ts";

describeInBrowser("the console", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("takes a new person from sign-in to a first test order, by the checklist", async () => {
    const email = newEmail();
    const shown = await openConsole(browser, { path: "/" });
    await signIn(shown, email);
    await shown.type("Store name", "Kiln & Bean");
    await shown.type("Store key", `kiln-${email.slice(0, 8)}`);
    await shown.press("button", "Create store");
    await shown.see("region", "Set up your store");
    await shown.shows("0 of 7 done");
    await shown.press("link", "Add your address");
    for (const [name, text] of Object.entries(HOME)) await shown.type(name, text);
    await shown.press("button", "Save");
    await shown.shows("Saved");
    await shown.press("link", "Today");
    await shown.shows("1 of 7 done");
    await shown.press("link", "Check markets and taxes");
    await shown.press("button", "Looks right");
    await shown.shows("Saved");
    await sellMug(email);
    await shown.page.reload();
    await shown.press("link", "Today");
    await shown.shows("3 of 8 done");
    await shown.press("link", "Place a test order");
    await createOrder(shown, "us");
    await shown.press("link", "Today");
    await shown.shows("4 of 8 done");
    await shown.fine();
    await shown.close();
  });

  test("takes an order by hand, ships a part, gives money back, and takes goods back", async () => {
    const shop = await openShop();
    const shown = await openConsole(browser, { as: shop.owner, path: `/${shop.key}/orders` });
    await shown.press("link", "New order");
    await createOrder(shown, "eu");
    await shown.press("button", "Fulfil items");
    await shown.type("Quantity of mug", "1");
    await shown.type("Tracking number", "00340434");
    await shown.press("button", "Fulfil");
    await shown.shows("00340434");
    await shown.press("button", "Mark as paid");
    await shown.pressIn("Mark as paid", "Mark as paid");
    await shown.press("button", "Refund");
    await shown.type("Quantity of mug", "1");
    await shown.press("button", "Refund €12.00");
    await shown.shows("Partially refunded");
    await shown.press("button", "Return items");
    await shown.type("Quantity of mug", "1");
    await shown.pressIn("Return items", "Return items");
    await shown.press("button", "Goods arrived");
    await shown.shows("1 returned");
    await shown.fine();
    await shown.close();
  });

  test("shows a webhook that fails, and sends again what failed", async () => {
    const store = await openStore();
    const shown = await openConsole(browser, { as: store.owner, path: `/${store.key}/settings/webhooks` });
    const [bad, good] = [inspectorAddress("?status=500"), inspectorAddress()];
    await shown.press("button", "New webhook");
    await shown.type("Name", "Books");
    await shown.type("Address", bad.url);
    await shown.press("button", "Save");
    await shown.see("textbox", "Secret");
    await shown.press("button", "Send test");
    await shown.shows("The test failed");
    await ok(stores.updateStore, {
      params: { storeId: store.id },
      as: store.owner,
      body: { name: "Kiln & Bean" },
    });
    await shown.see("button", "Resend");
    await shown.type("Address", good.url);
    await shown.press("button", "Save");
    await shown.shows("Saved");
    await shown.press("button", "Resend");
    await shown.shows("It is being sent again");
    await shown.shows("Taken");
    await shown.fine();
    await shown.close();
    expect((await receivedWebhooks(good.name)).length).toBeGreaterThan(0);
  });

  test("offers no refund to a member, and says so of a screen that is not theirs", async () => {
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
    const shown = await openConsole(browser, { as: await member(shop.id, "member"), path });
    await shown.see("button", "Fulfil items");
    await shown.seeNone("button", "Refund");
    await shown.page.goto(shown.page.url().replace(/orders.*/, "settings/team"));
    await shown.see("heading", "Not for your role");
    await shown.fine();
    await shown.close();
  });

  test("keeps what is typed when the session ends in the middle of it", async () => {
    const store = await openStore();
    const shown = await openConsole(browser, { as: store.owner, path: `/${store.key}/settings/store` });
    await shown.type("Street", "Torstr. 1");
    const { email, sessionId } = store.owner;
    await ok(accounts.revokeSession, { as: store.owner, params: { sessionId } });
    await shown.press("button", "Save");
    await shown.see("dialog", "Sign in again");
    await shown.press("button", "Send code");
    await shown.type("Code", await codeTo(email));
    await shown.press("button", "Sign in");
    await shown.shows("Saved");
    await shown.close();
  });
});

const HOME = { Street: "Torstr. 1", "Postal code": "10119", City: "Berlin", Country: "de" };
const ADDRESS = { ...HOME, Name: "Grace Hopper", Country: "DE" };

/** Fills in an order of two mugs for cash. */
async function createOrder(shown: Console, market: string): Promise<void> {
  await shown.type("Customer email", "grace@example.com");
  await shown.choose("Market", market);
  await shown.type("Add item", "mug");
  await shown.press("option", "mug");
  await shown.type("Quantity of mug", "2");
  for (const [name, text] of Object.entries(ADDRESS)) await shown.type(name, text);
  await shown.shows("24.00");
  await shown.choose("Payment method", "cash");
  await shown.press("button", "Create order");
  await shown.see("region", "Timeline");
}

/** Adds a mug to a user's only store by the API. */
async function sellMug(email: string): Promise<void> {
  const { access_token: token } = await logInByCode(email, (await mailsTo(email)).length);
  const as = { token };
  const [store] = (await ok(stores.listStores, { as })).items;
  const owner = { ...as, id: "", email, refreshToken: "", sessionId: "" };
  await sell({ id: store?.id ?? "", key: "", owner }, "mug", { amount: 1200, units: 10 });
}

async function signIn(shown: Console, email: string): Promise<void> {
  await shown.type("Email", email);
  await shown.press("button", "Send code");
  await shown.type("Code", await codeTo(email));
  await shown.press("button", "Sign in");
}

function codeTo(email: string): Promise<string> {
  return eventually(async () => {
    const subjects = (await mailsTo(email)).map(({ subject }) => /\d{6}/.exec(subject)?.[0]);
    return subjects.findLast((code) => code !== undefined);
  }, `a code to ${email}`);
}
