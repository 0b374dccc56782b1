import { gzipSync } from "node:zlib";
import { transformSync } from "esbuild";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "#core/env.ts";
import { supportInbox } from "#functions/engagement/support/routes.ts";
import { SCRIPT } from "#lib/engagement/support/widget/script.ts";
import {
  axeFindings,
  describeInBrowser,
  openBrowser,
  openPage,
  SCREEN_SIZES,
  servePage,
} from "#test/support/browser.ts";
import { ok } from "#test/support/client.ts";
import { pause } from "#test/support/pause.ts";
import { makeAgent, sendAsStaff } from "#test/support/support.ts";
import { eventually, openStore, type TestStore } from "#test/support/world.ts";

/** For how many seconds the test takes the network away. */
const OFFLINE = Number(process.env.OFFLINE ?? 3);

test("the widget has at most 12 KB compressed, even without minification", () => {
  const minified = transformSync(SCRIPT, { minify: true, target: "es2022" }).code;
  console.info(
    `widget: ${gzipSync(SCRIPT).length} bytes compressed, ${gzipSync(minified).length} as deployed`,
  );
  expect(gzipSync(SCRIPT).length).toBeLessThan(12_000);
});

describeInBrowser("the support widget", () => {
  let browser: Browser;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    for (const end of ends) end();
  });

  async function shop(more = "", attributes = "") {
    const store = await openStore();
    await makeAgent(store);
    const tag = `<script src="${env("PUBLIC_URL")}/widgets/support.js" data-store="${store.id}" data-color="#7a1f5c" ${more} async></script>`;
    const html = `<!doctype html><html lang="en" ${attributes}><head><title>A shop</title><meta name="viewport" content="width=device-width"></head><body><main><h1>Coffee</h1><p>Roasted on Tuesdays.</p></main>${tag}</body></html>`;
    const site = await servePage(html);
    ends.push(site.stop);
    return { store, url: site.url };
  }

  test.each(SCREEN_SIZES)(
    "loses and doubles nothing while offline and with two tabs, at $width px",
    async (size) => {
      const { store, url } = await shop();
      const context = await browser.createBrowserContext();
      const tabs = [await openPage(context, url, size), await openPage(context, url, size)];
      const [first, second] = tabs.map(({ page }) => page) as [Page, Page];
      await openWidget(first);
      await shows(first, "Hello!");
      expect(await axeFindings(first)).toEqual([]);
      await openWidget(second);
      await shows(second, "Hello!");
      await typeMessage(first, "one from the first");
      await shows(second, "one from the first");
      await typeMessage(second, "two from the second");
      await shows(first, "two from the second");
      await first.setOfflineMode(true);
      await second.setOfflineMode(true);
      await typeMessage(first, "three while offline");
      await typeMessage(second, "four while offline");
      await typeMessage(first, "five while offline");
      const id = await conversationOf(store);
      await sendAsStaff(store, id, "Staff wrote meanwhile, see https://example.com/a?b=1. <b>All</b>");
      await shows(first, "No connection.");
      expect(await axeFindings(first)).toEqual([]);
      await pause(OFFLINE * 1000);
      await first.setOfflineMode(false);
      await second.setOfflineMode(false);
      for (const page of [first, second]) {
        for (const text of [
          "three while offline",
          "four while offline",
          "five while offline",
          "Staff wrote",
        ]) {
          await shows(page, text);
        }
        await eventually(async () => (await count(page, ".pending")) === 0, "sending");
      }
      const { items } = await ok(supportInbox.listConversations, {
        params: { storeId: store.id },
        as: store.owner,
      });
      expect(items).toHaveLength(1);
      const params = { storeId: store.id, conversationId: id };
      const { messages } = await ok(supportInbox.getConversation, { params, as: store.owner });
      const sentTexts = messages.filter(({ role }) => role === "user").map(({ content }) => content);
      expect(sentTexts.toSorted()).toEqual(
        [
          "one from the first",
          "two from the second",
          "three while offline",
          "four while offline",
          "five while offline",
        ].toSorted(),
      );
      expect(sentTexts.indexOf("three while offline")).toBeLessThan(sentTexts.indexOf("five while offline"));
      for (const page of [first, second]) {
        await eventually(async () => (await count(page, ".log p")) === messages.length, "all messages");
        // A URL becomes a link without the period after it. HTML in a message is shown as text.
        expect(await count(page, `.log a[href="https://example.com/a?b=1"]`)).toBe(1);
        expect(await count(page, ".log b")).toBe(0);
        expect(await axeFindings(page)).toEqual([]);
      }
      for (const { errors } of tabs) expect(errors).toEqual([]);
      await context.close();
    },
  );

  test("keeps the conversation and unsent messages after a reload", async () => {
    const { url } = await shop();
    const { page, errors } = await openPage(browser, url, SCREEN_SIZES[0]);
    await openWidget(page);
    await shows(page, "Hello!");
    await page.setOfflineMode(true);
    await typeMessage(page, "typed before the tab went");
    await page.setOfflineMode(false);
    await page.reload();
    await eventually(async () => (await page.$("#support-chat")) !== null, "the widget");
    await openWidget(page);
    await shows(page, "Hello!");
    await shows(page, "typed before the tab went");
    await eventually(async () => (await count(page, ".pending")) === 0, "sending");
    expect(errors).toEqual([]);
    await page.close();
  });

  test("works by keyboard alone, dark and from right to left, without an axe finding", async () => {
    const { url } = await shop('data-title="צ׳אט"', 'dir="rtl"');
    const { page, errors } = await openPage(browser, url, SCREEN_SIZES[1]);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await eventually(async () => (await page.$("#support-chat")) !== null, "the widget");
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await shows(page, "Hello!");
    await page.keyboard.type("Order");
    await page.keyboard.press("Enter");
    await shows(page, "Your email?");
    expect(await axeFindings(page)).toEqual([]);
    const left = await page.evaluate(
      `document.getElementById("support-chat").shadowRoot.querySelector(".panel").getBoundingClientRect().left`,
    );
    expect(Number(left)).toBeLessThan(100);
    await page.keyboard.press("Escape");
    const focused = await page.evaluate(
      `document.getElementById("support-chat").shadowRoot.activeElement?.className`,
    );
    expect(focused).toBe("launch");
    expect(errors).toEqual([]);
    await page.close();
  });

  test("leaves room for its button at the end of a page", async () => {
    const { url } = await shop();
    const { page } = await openPage(browser, url, SCREEN_SIZES[0]);
    await eventually(async () => (await page.$("#support-chat")) !== null, "the widget");
    const free = await page.evaluate(`(() => {
      document.querySelector("main").style.minHeight = "200vh";
      scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
      const button = document.getElementById("support-chat").shadowRoot.querySelector(".launch");
      return button.getBoundingClientRect().top - document.querySelector("main").getBoundingClientRect().bottom;
    })()`);
    expect(Number(free)).toBeGreaterThanOrEqual(0);
    await page.close();
  });

  test("opens from elements of the page in place of a button of its own", async () => {
    const { store, url } = await shop('data-launcher=".ask"');
    const { page, errors } = await openPage(browser, url, SCREEN_SIZES[0]);
    await eventually(async () => (await page.$("#support-chat")) !== null, "the widget");
    // Drawn late and hidden, as by a framework.
    await page.evaluate(
      `document.querySelector("main").innerHTML = '<button class="ask" hidden><b>Ask</b></button><button>Other</button>'`,
    );
    await page.waitForSelector(".ask", { visible: true });
    expect(await page.evaluate(inside(VISIBLE_PARTS))).toBe(0);
    await page.click(".ask b");
    await shows(page, "Hello!");
    await page.keyboard.press("Escape");
    expect(await page.evaluate("document.activeElement.className")).toBe("ask");
    expect(await page.evaluate(inside(VISIBLE_PARTS))).toBe(0);
    await sendAsStaff(store, await conversationOf(store), "One moment.");
    await page.waitForSelector('.ask[data-unread="1"]');
    await page.click(".ask");
    await shows(page, "One moment.");
    expect(await page.$(".ask[data-unread]")).toBeNull();
    expect(errors).toEqual([]);
    await page.close();
  });

  test("stops polling when the page is hidden for a minute, and polls at once when it is seen", async () => {
    const { url } = await shop();
    const { page } = await openPage(browser, url, SCREEN_SIZES[0]);
    await openWidget(page);
    await shows(page, "Hello!");
    let polls = 0;
    page.on("request", (request) => {
      if (request.method() === "GET") polls += 1;
    });
    const hide = (hidden: boolean, later: number) =>
      page.evaluate(`Object.defineProperty(document, "hidden", { value: ${hidden}, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
        globalThis.realNow ??= Date.now; Date.now = () => realNow() + ${later};`);
    await eventually(async () => polls > 0, "a poll");
    await hide(true, 61_000);
    const before = polls;
    // Timers fire in order: a next poll would come before this one.
    await page.evaluate("new Promise((done) => setTimeout(done, 3000))");
    expect(polls).toBe(before);
    await hide(false, 61_000);
    await eventually(async () => polls > before, "a poll");
    await page.close();
  });
});

const inside = (code: string) => `((root) => ${code})(document.getElementById("support-chat")?.shadowRoot)`;

const VISIBLE_PARTS = `[...root.querySelectorAll("section *")].filter((each) => each.getClientRects().length > 0).length`;

async function openWidget(page: Page): Promise<void> {
  await eventually(async () => (await page.$("#support-chat")) !== null, "the widget");
  await page.evaluate(inside(`root.querySelector(".launch").click()`));
}

async function typeMessage(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await page.evaluate(inside(`root.querySelector("textarea").focus()`));
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

function shows(page: Page, text: string): Promise<boolean> {
  return eventually(
    async () => (await page.evaluate(inside(`root?.textContent.includes(${JSON.stringify(text)})`))) === true,
    `"${text}"`,
  );
}

async function count(page: Page, selector: string): Promise<number> {
  return Number(await page.evaluate(inside(`root.querySelectorAll(${JSON.stringify(selector)}).length`)));
}

async function conversationOf({ id, owner }: TestStore): Promise<string> {
  const { items } = await ok(supportInbox.listConversations, { params: { storeId: id }, as: owner });
  return items[0]?.id ?? "";
}
