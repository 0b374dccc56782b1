import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDemo } from "#infra/local/demo-file.ts";
import {
  axeFindings,
  describeInBrowser,
  openBrowser,
  openPage,
  SCREEN_SIZES,
} from "#test/support/browser.ts";
import {
  type ExampleShop,
  fillFields,
  followLink,
  pressButton,
  startExampleShop,
  waitForText,
} from "#test/support/example-shop.ts";
import { expectHomeOnOneScreen } from "#test/support/home-page.ts";
import { eventually } from "#test/support/world.ts";

describeInBrowser("the example shop", () => {
  let browser: Browser;
  let stack: ExampleShop | undefined;
  let shop: string;
  beforeAll(async () => {
    browser = await openBrowser();
    stack = await startExampleShop();
    shop = stack.shop;
  });
  afterAll(async () => {
    await browser.close();
    await stack?.stop();
  });

  test.each(SCREEN_SIZES)(
    "sells a mug and a tasting in one order, paid by card, at $width px",
    async (size) => {
      const { page, errors } = await openPage(browser, `${shop}/en`, size);
      await waitForText(page, "Coffee, roasted on Tuesdays");
      await inspect(page);
      await followLink(page, "See the shop", "Show more");
      expect(await count(page, "#products li")).toBe(12);
      await page.click("#more");
      await eventually(async () => (await count(page, "#products li")) === 24, "the second page");
      await inspect(page);
      await followLink(page, "Tableware", "Mug, blue");
      // Waits for the new page, because the previous one shows a link to the mug too.
      await page.waitForSelector(`.chips a[aria-current][href*="tableware"]`);
      const pictures = await page.$$eval("#products img", (all) =>
        all.map((each) => each.getAttribute("srcset")?.split(", ").length),
      );
      expect(new Set(pictures)).toEqual(new Set([3]));
      await followLink(page, "Mug, blue", "Thrown by hand");
      await inspect(page);
      await pressButton(page, "#buy button", "It is in your bag.");
      await followLink(page, "Tastings", "Forty-five minutes");
      await inspect(page);
      // Books tomorrow, because today's next slot may begin before the test has paid for it.
      await page.click(".days label:nth-of-type(2)");
      await page.click("#times label:first-of-type");
      await pressButton(page, "#book button", "It is in your bag.");
      await followLink(page, "Bag", "Your details");
      await inspect(page);
      await fillFields(page, {
        email: "grace@example.com",
        name: "Grace Hopper",
        street1: "Torstr. 1",
        postal_code: "10119",
        city: "Berlin",
      });
      await Promise.all([page.waitForNavigation(), page.click("#checkout > button")]);
      await waitForText(page, "Pay");
      await inspect(page);
      await Promise.all([page.waitForNavigation(), page.click("button[value=approve]")]);
      await waitForText(page, "Paid. A confirmation is on its way to you.");
      expect(await page.$$eval("main .lines li", (lines) => lines.length)).toBe(2);
      expect(await page.$eval("main .totals .sum dd", (sum) => sum.textContent)).toBe("€61.90");
      await inspect(page);
      expect(errors).toEqual([]);
      await page.close();
    },
  );

  test.each(SCREEN_SIZES)(
    "takes a message, a subscription and a chat in German, at $width px",
    async (size) => {
      const { page, errors } = await openPage(browser, `${shop}/en/contact`, size);
      await waitForText(page, "We answer within a day");
      await otherLanguage(page, "Wir antworten binnen eines Tages");
      expect(await page.$eval("html", ({ lang }) => lang)).toBe("de");
      await inspect(page);
      await fillFields(page, {
        name: "Grace",
        email: "grace@example.com",
        message: "Liefern Sie nach Hamburg?",
      });
      await pressButton(page, "#contact button", "Ihre Nachricht ist bei uns");
      await fillFields(page, { "letter-email": `reader-${size.width}@example.com` });
      await pressButton(page, "#letter button", "Folgen Sie dem Link");
      await page.goto(`${shop}/de/journal/kaffee-zu-hause`);
      await waitForText(page, "Fünfzehn Gramm");
      await inspect(page);
      await page.click("#chat");
      const chat = `document.getElementById("support-chat").shadowRoot.textContent`;
      await eventually(async () => String(await page.evaluate(chat)).includes("Kiln & Bean"), "the greeting");
      const field = `document.getElementById("support-chat").shadowRoot.querySelector("textarea").ariaLabel`;
      expect(await page.evaluate(field)).toBe("Ihre Nachricht");
      expect(errors).toEqual([]);
      await page.close();
    },
  );

  test("the home page of the stack shows the demo on one screen, and its links work", async () => {
    const api = stack?.api ?? "";
    await expectHomeOnOneScreen(browser, api);
    const { page } = await openPage(browser, `${api}/_local`, SCREEN_SIZES[0]);
    await waitForText(page, "Kiln & Bean, Salon Berlin, Salon New York.");
    expect(await count(page, ".mails li")).toBeGreaterThan(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });

  test("sells for a store that has only products, with its name on the first page", async () => {
    const local = new URL("/_local/", stack?.api);
    const { SALON, STORE, TOKEN } = JSON.parse(await (await fetch(new URL("demo", local))).text());
    const product = {
      key: "teapot",
      status: "active",
      slug: { en: "teapot" },
      blocks: [{ key: "name", type: "LOCALIZED_TEXT", value: [{ en: "Teapot" }] }],
      variants: [{ sku: "TEAPOT", prices: [{ market: "eu", amount: 4200 }], inventory: [{ available: 1 }] }],
    };
    const made = await fetch(new URL(`/v1/stores/${SALON}/products`, local), {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify(product),
    });
    expect(made.status, await made.text()).toBe(201);
    const sellFor = (store: string) =>
      fetch(new URL("shop", local), { method: "PUT", body: JSON.stringify({ store }) });
    await sellFor(SALON);
    try {
      const { page } = await openPage(browser, `${shop}/en`, SCREEN_SIZES[0]);
      await waitForText(page, "Teapot");
      expect(await page.$eval("main h1", (title) => title.textContent)).toBe("Salon Berlin");
      await inspect(page);
      await followLink(page, "Teapot", "Add to bag");
      await page.close();
    } finally {
      await sellFor(STORE);
    }
  });

  test("a declined payment is shown, and the order can be paid again", async () => {
    const { page } = await openPage(browser, `${shop}/en/shop/white-bowl`, SCREEN_SIZES[1]);
    await waitForText(page, "Bowl, white");
    await pressButton(page, "#buy button", "It is in your bag.");
    await followLink(page, "Bag", "Your details");
    await fillFields(page, {
      email: "alan@example.com",
      name: "Alan Turing",
      street1: "Torstr. 1",
      postal_code: "10119",
      city: "Berlin",
    });
    await Promise.all([page.waitForNavigation(), page.click("#checkout > button")]);
    await Promise.all([page.waitForNavigation(), page.click("button[value=decline]")]);
    await waitForText(page, "Pay now");
    await Promise.all([page.waitForNavigation(), page.click("#pay")]);
    await Promise.all([page.waitForNavigation(), page.click("button[value=approve]")]);
    await waitForText(page, "Paid.");
    await page.close();
  });

  test("shows each fault of a bag at its item, and asks only for the fields it needs", async () => {
    const { page } = await openPage(browser, `${shop}/en/tasting`, SCREEN_SIZES[0]);
    await chooseTime(page);
    await pressButton(page, "#book button", "See your bag");
    await pressButton(page, "#book button", "This time is in your bag already.");
    await followLink(page, "Bag", "Your details");
    // Nothing is shipped, so the address fields are hidden.
    expect(await page.$eval("#address", ({ hidden }: { hidden?: boolean }) => hidden)).toBe(true);
    const other = await (await browser.createBrowserContext()).newPage();
    await other.goto(`${shop}/en/tasting`);
    await chooseTime(other);
    await pressButton(other, "#book button", "It is in your bag.");
    await followLink(other, "See your bag", "Your details");
    await fillFields(other, { email: "first@example.com", name: "Ada" });
    await other.click("input[value=cash]");
    await pressButton(other, "#checkout > button", "You pay when you receive it.");
    await other.close();
    await fillFields(page, { email: "grace@example", name: "Grace Hopper" });
    await page.click("#checkout > button");
    expect(
      await page.$eval("#email", (input: { validity?: { valid: boolean } }) => input.validity?.valid),
    ).toBe(false);
    await fillFields(page, { email: "grace@example.com" });
    await pressButton(page, "#checkout > button", "This time is taken. Remove it, and choose another.");
    await inspect(page);
    await pressButton(page, "[data-remove]", "Your bag is empty.");
    await page.goto(`${shop}/en/shop/blue-mug`);
    await waitForText(page, "Mug, blue");
    await pressButton(page, "#buy button", "See your bag");
    await otherLanguage(page, "Becher, blau");
    await followLink(page, "Tasche", "Ihre Angaben");
    expect(await page.$eval(".lines strong", ({ textContent }) => textContent)).toBe("Becher, blau");
    // The form still has the typed values.
    expect(await page.$eval("#email", (input: { value?: string }) => input.value)).toBe("grace@example.com");
    await page.locator("[data-quantity]").fill("2");
    await page.keyboard.press("Tab");
    await waitForText(page, "24,00");
    await fillFields(page, { promo_code: "NEVER" });
    await pressButton(page, "#promo button", "Dieser Gutscheincode gilt hier nicht.");
    await fillFields(page, { promo_code: "HELLO10" });
    await pressButton(page, "#promo button", "−2,40");
    await inspect(page);
    await page.close();
  });

  test("going back restores the list's position, and each article leads to all articles", async () => {
    const { page } = await openPage(browser, `${shop}/en/shop`, SCREEN_SIZES[0]);
    await waitForText(page, "Show more");
    await page.click("#more");
    await eventually(async () => (await count(page, "#products li")) === 24, "the second page");
    await page.$eval("#products li:nth-child(21)", (item) => item.scrollIntoView({ block: "start" }));
    const left = Number(await page.evaluate("scrollY"));
    await page.$eval("#products li:nth-child(21) a", (link: { click?: () => void }) => link.click?.());
    await waitForText(page, "Add to bag");
    await page.goBack();
    await eventually(async () => (await count(page, "#products li")) === 24, "the list as it was");
    await eventually(async () => Math.abs(Number(await page.evaluate("scrollY")) - left) < 5, "the place");
    await page.goto(`${shop}/en/journal/first-roast`);
    await waitForText(page, "popcorn machine");
    await followLink(page, "Journal", "Brewing at home");
    await inspect(page);
    await page.goto(`${shop}/en/shop/nonsense`);
    await waitForText(page, "There is no such page.");
    await page.close();
  });

  test("orders only at the total that the buyer saw", async () => {
    const { page } = await openBag("red-plate");
    await fillFields(page, ADDRESS);
    await page.click("input[value=cash]");
    expect(await sumOf(page, "#totals")).toBe("€19.90");
    const other = await page.browserContext().newPage();
    await other.goto(`${shop}/en/shop/red-plate`);
    await waitForText(other, "Plate, red");
    await pressButton(other, "#buy button", "It is in your bag.");
    await page.bringToFront();
    await pressButton(page, "#checkout > button", "The total has changed.");
    expect(await sumOf(page, "#totals")).toBe("€34.90");
    expect(await page.$eval(".lines [data-price]", ({ textContent }) => textContent)).toBe("€30.00");
    await pressButton(page, "#checkout > button", "You pay when you receive it.");
    expect(await sumOf(page, "main")).toBe("€34.90");
    await page.browserContext().close();
  });

  test("orders only the items that the bag shows", async () => {
    const { page } = await openBag("red-plate");
    await fillFields(page, ADDRESS);
    await page.click("input[value=cash]");
    const other = await page.browserContext().newPage();
    await other.goto(`${shop}/en/bag`);
    await waitForText(other, "Your details");
    await pressButton(other, "[data-remove]", "Your bag is empty.");
    await other.goto(`${shop}/en/shop/white-plate`);
    await waitForText(other, "Plate, white");
    await pressButton(other, "#buy button", "It is in your bag.");
    await page.bringToFront();
    await pressButton(page, "#checkout > button", "Your bag has changed.");
    const items = () => page.$$eval(".lines strong", (all) => all.map(({ textContent }) => textContent));
    expect(await items()).toEqual(["Plate, white"]);
    await inspect(page);
    await other.bringToFront();
    await other.goto(`${shop}/en/shop/blue-plate`);
    await waitForText(other, "Plate, blue");
    await pressButton(other, "#buy button", "It is in your bag.");
    await page.bringToFront();
    await page.locator("[data-quantity]").fill("2");
    await page.keyboard.press("Tab");
    await waitForText(page, "Plate, blue");
    await eventually(async () => (await sumOf(page, "#totals")) === "€54.90", "the sum of three plates");
    await pressButton(page, "#checkout > button", "You pay when you receive it.");
    expect(await sumOf(page, "main")).toBe("€54.90");
    await page.browserContext().close();
  });

  test("opens the bag also when too many codes were tried", async () => {
    const { page } = await openBag("red-plate");
    await fillFields(page, { promo_code: "HELLO10" });
    await pressButton(page, "#promo button", "−€1.50");
    await page.evaluateOnNewDocument(REFUSE_ONE_QUOTE);
    await page.goto(`${shop}/en/bag`);
    await waitForText(page, "We took the code out of your bag.");
    expect(await sumOf(page, "#totals")).toBe("€19.90");
    await page.browserContext().close();
  });

  test("keeps what was typed into the bag, and shows why a button failed", async () => {
    const { page } = await openBag("red-plate");
    await fillFields(page, ADDRESS);
    await page.click("input[value=cash]");
    const typed = () =>
      page.evaluate(`Object.fromEntries(new FormData(document.getElementById("checkout")))`);
    const before = await typed();
    expect(before).toMatchObject({ ...ADDRESS, payment: "cash" });
    await page.locator("[data-quantity]").fill("2");
    await page.keyboard.press("Tab");
    await waitForText(page, "€30.00");
    expect(await typed()).toEqual(before);
    await otherLanguage(page, "Ihre Angaben");
    expect(await typed()).toEqual(before);
    await page.setOfflineMode(true);
    await pressButton(page, "[data-remove]", "Versuchen Sie es bitte noch einmal.");
    await page.setOfflineMode(false);
    await pressButton(page, "[data-remove]", "Ihre Tasche ist leer.");
    await followLink(page, "Alles ansehen", "Mehr zeigen");
    await page.setOfflineMode(true);
    await pressButton(page, "#more", "Versuchen Sie es bitte noch einmal.");
    await page.setOfflineMode(false);
    await page.click("#more");
    await eventually(async () => (await count(page, "#products li")) === 24, "the second page");
    await page.browserContext().close();
  });

  test("keeps the order's button disabled while the browser leaves for the payment", async () => {
    const { page } = await openBag("red-plate");
    await fillFields(page, ADDRESS);
    await page.evaluate(`addEventListener("pagehide", () =>
      sessionStorage.setItem("left", document.querySelector("#checkout > button").disabled))`);
    await Promise.all([page.waitForNavigation(), page.click("#checkout > button")]);
    await page.goto(`${shop}/en/contact`);
    expect(await page.evaluate(`sessionStorage.getItem("left")`)).toBe("true");
    await page.browserContext().close();
  });

  test("renews a page that the browser restores after a payment, and keeps what another one has", async () => {
    const { page } = await openBag("red-plate");
    await page.$eval("#checkout > button", (button) => button.toggleAttribute("disabled", true));
    await Promise.all([page.waitForNavigation(), page.evaluate(RESTORED)]);
    await waitForText(page, "Your details");
    expect(await count(page, "#checkout > button:enabled")).toBe(1);
    await page.goto(`${shop}/en/contact`);
    await waitForText(page, "We answer within a day");
    await fillFields(page, { message: "A long question" });
    const other = await page.browserContext().newPage();
    await other.goto(`${shop}/en/bag`);
    await waitForText(other, "Your details");
    await pressButton(other, "[data-remove]", "Your bag is empty.");
    await page.bringToFront();
    await page.evaluate(RESTORED);
    const number = () => page.$eval("#count", ({ textContent }) => textContent);
    await eventually(async () => (await number()) === "", "the count of the empty bag");
    expect(await page.$eval("#message", (field) => Reflect.get(field, "value"))).toBe("A long question");
    await page.browserContext().close();
  });

  test("counts the bag again after a sign-out", async () => {
    const { page } = await openBag("red-plate");
    const email = "counted@example.com";
    await followLink(page, "Sign in", "We mail you a code.");
    await fillFields(page, { email });
    await pressButton(page, "#ask button", "The code is on its way to you.");
    const code = await eventually(async () => {
      const reply = await fetch(`${stack?.api}/_local/code?email=${encodeURIComponent(email)}`);
      return reply.ok && (await reply.text()).trim();
    }, "the code");
    await fillFields(page, { code });
    await pressButton(page, "#prove button", "Your orders");
    expect(await page.$eval("#count", ({ textContent }) => textContent)).toBe("1");
    await pressButton(page, "#leave", "We mail you a code.");
    await eventually(
      async () => (await page.$eval("#count", ({ textContent }) => textContent)) === "",
      "an empty bag",
    );
    await page.browserContext().close();
  });

  test("leads from a bag that waits for payment to its order, and says that a code was dropped", async () => {
    const discounts = [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 1000 }];
    const conditions = [{ type: "MAX_USES", value: { type: "COUNT", value: 1 } }];
    const promo = await askAsOwner("POST", "promo-codes", { code: "ONCE", discounts, conditions });
    const { page } = await openBag("red-plate");
    await fillFields(page, { ...ADDRESS, promo_code: "ONCE" });
    await pressButton(page, "#promo button", "−€1.50");
    await Promise.all([page.waitForNavigation(), page.click("#checkout > button")]);
    await page.goto(`${shop}/en/bag`);
    await waitForText(page, "Your order waits for its payment.");
    await inspect(page);
    await followLink(page, "See the order", "We wait for your payment.");
    await followLink(page, "Bag", "Your order waits for its payment.");
    await pressButton(page, "#change", "€1.50");
    await askAsOwner("PUT", `promo-codes/${promo.id}`, { status: "archived" });
    await page.goto(`${shop}/en/bag`);
    await waitForText(page, "We took the code out of your bag.");
    expect(await sumOf(page, "#totals")).toBe("€19.90");
    await page.browserContext().close();
  });

  test("opens a product without a slug, and offers the first size that is there", async () => {
    const variant = (sku: string, size: string, available: number) => ({
      sku,
      prices: [{ market: "eu", amount: 2500 }],
      inventory: [{ available }],
      attributes: [{ key: "size", type: "TEXT", value: [size] }],
    });
    const product = (key: string, name: string, available: number) => ({
      key,
      status: "active",
      blocks: [{ key: "name", type: "LOCALIZED_TEXT", value: [{ en: name }] }],
      variants: [variant(`${key}-s`, "small", 0), variant(`${key}-l`, "large", available)],
    });
    await askAsOwner("POST", "products", product("jug", "Jug", 2));
    await askAsOwner("POST", "products", product("last-jug", "Jug of last year", 0));
    const { page } = await openPage(browser, `${shop}/en/shop`, SCREEN_SIZES[0]);
    await followLink(page, "Jug of last year", "Quantity");
    expect(await page.$eval("#buy button", ({ textContent }) => textContent)).toBe("Sold out");
    expect(await count(page, "#buy button:disabled")).toBe(1);
    await inspect(page);
    await page.goto(`${shop}/en/shop/jug`);
    await waitForText(page, "Quantity");
    await pressButton(page, "#buy button", "It is in your bag.");
    await page.close();
  });

  /** The page of a bag with one product, in a browser context of its own. */
  async function openBag(slug: string) {
    const own = await browser.createBrowserContext();
    const opened = await openPage(own, `${shop}/en/shop/${slug}`, SCREEN_SIZES[1]);
    await waitForText(opened.page, "Quantity");
    await pressButton(opened.page, "#buy button", "It is in your bag.");
    await followLink(opened.page, "See your bag", "Your details");
    return opened;
  }

  async function askAsOwner(method: string, path: string, body: unknown): Promise<{ id: string }> {
    const { STORE, TOKEN } = readDemo(stack?.dir ?? "") ?? {};
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const request = { method, headers, body: JSON.stringify(body) };
    const reply = await fetch(`${stack?.api}/v1/stores/${STORE}/${path}`, request);
    const text = await reply.text();
    expect(reply.ok, text).toBe(true);
    return JSON.parse(text);
  }
});

const ADDRESS = {
  email: "grace@example.com",
  name: "Grace Hopper",
  street1: "Torstr. 1",
  postal_code: "10119",
  city: "Berlin",
};

/** A script that does what the browser does when it restores a page from its back/forward cache. */
const RESTORED = `dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`;

/** A script that refuses the next quote, as the API does where too many promo codes were tried. */
const REFUSE_ONE_QUOTE = `
  const send = fetch;
  let refuses = true;
  globalThis.fetch = (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!refuses || !url.endsWith("/quote")) return send(input, init);
    refuses = false;
    const error = { message: "Too many.", error: "GENERAL.TOO_MANY_REQUESTS", statusCode: 429, validationErrors: [] };
    return Promise.resolve(Response.json(error, { status: 429, headers: { "retry-after": "600" } }));
  };`;

/** Follows the link to the other language, which loads the page anew. */
async function otherLanguage(page: Page, then: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click("#language")]);
  await waitForText(page, then);
}

/** The total below an element. */
function sumOf(page: Page, selector: string): Promise<string | null> {
  return page.$eval(`${selector} .totals .sum dd`, ({ textContent }) => textContent);
}

/** Books a slot on the last offered day, which no other test uses. */
async function chooseTime(page: Page): Promise<void> {
  await waitForText(page, "Choose a day");
  await page.$eval(".days label:last-of-type input", (day: { click?: () => void }) => day.click?.());
  await page.$eval("#times label:last-of-type input", (time: { click?: () => void }) => time.click?.());
}

/** Expects no axe finding in light and dark, and no horizontal overflow. */
async function inspect(page: Page): Promise<void> {
  for (const value of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    expect(await axeFindings(page), `${page.url()}, ${value}`).toEqual([]);
  }
  await page.emulateMediaFeatures([]);
  const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect(Number(wide), `${page.url()} is too wide`).toBeLessThanOrEqual(0);
  // The payment page is not the shop's.
  if (!(await page.$("#shop"))) return;
  await page.waitForSelector("#chat", { visible: true });
  expect(await page.evaluate(COVERED), `what the chat covers on ${page.url()}`).toEqual([]);
}

/**
 * A script that scrolls through the page, and finds texts, fields and pictures under the chat button or under what the
 * widget draws.
 */
const COVERED = `(async () => {
  const chat = document.getElementById("chat");
  const drawn = () => [chat, ...document.getElementById("support-chat").shadowRoot.querySelectorAll("section *")];
  const boxesOf = (each) => {
    if (each instanceof Element) return [each.getBoundingClientRect()];
    const range = document.createRange();
    range.selectNodeContents(each);
    return [...range.getClientRects()];
  };
  const things = [...document.body.querySelectorAll("input, select, textarea, button, img")];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.data.trim()) things.push(walker.currentNode);
  const others = things.filter((each) => !chat.contains(each));
  const before = scrollY;
  const found = new Set();
  for (let top = 0; top <= document.documentElement.scrollHeight; top += 150) {
    scrollTo({ top, behavior: "instant" });
    const over = drawn().map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 0);
    for (const each of others)
      if (boxesOf(each).some((box) => box.width > 1 && over.some((button) =>
        box.left < button.right && box.right > button.left && box.top < button.bottom && box.bottom > button.top)))
        found.add(each.data?.trim() ?? each.outerHTML.slice(0, 80));
  }
  scrollTo({ top: before, behavior: "instant" });
  return [...found];
})()`;

function count(page: Page, selector: string): Promise<number> {
  return page.$$eval(selector, (all) => all.length);
}
