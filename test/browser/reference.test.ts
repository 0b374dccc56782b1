import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "#core/env.ts";
import {
  axeFindings,
  describeInBrowser,
  openBrowser,
  openPage,
  SCREEN_SIZES,
} from "#test/support/browser.ts";

const [, wide] = SCREEN_SIZES;
/** Code and tables that are wider than their place, and the width of the page. */
const CLIPPED = `[document.documentElement.scrollWidth, ...[...document.querySelectorAll("pre, .samples, .samples table")]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.textContent.slice(0, 80))]`;

describeInBrowser("the reference", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
    const origin = env("PUBLIC_URL");
    await browser.defaultBrowserContext().overridePermissions(origin, ["clipboard-read", "clipboard-write"]);
  });
  afterAll(() => browser.close());
  const open = (path: string) => openPage(browser, `${env("PUBLIC_URL")}/v1/reference${path}`, wide);
  /** Sections out of sight have no layout: they would have no text, and move when a click scrolls to one. */
  const layOut = (page: Page) =>
    page.evaluate(
      'for (const each of document.querySelectorAll(".operation")) each.style = "content-visibility: visible"',
    );
  const shownSample = async (page: Page) => {
    await layOut(page);
    return page.$eval("#createForm .samples", (each) => each.innerText);
  };

  test("no sample is clipped at 1280 px, on any page and in both languages", async () => {
    const { page, errors } = await open("");
    const links = await page.$$eval("nav a", (all) => all.map((each) => each.href.replace(/#.*/, "")));
    for (const url of new Set(links)) {
      await page.goto(url);
      await layOut(page);
      expect({ url, clipped: await page.evaluate(CLIPPED) }).toEqual({ url, clipped: [1280] });
      await page.evaluate('document.querySelector("[value=typescript]:not(:checked)")?.click()');
      expect({ url, clipped: await page.evaluate(CLIPPED) }).toEqual({ url, clipped: [1280] });
    }
    expect(errors).toEqual([]);
  });

  test("the language stays chosen, and a sample is copied", async () => {
    const { page, errors } = await open("/forms#createForm");
    await page.evaluate("localStorage.clear()");
    await page.reload();
    expect(await shownSample(page)).toContain("curl -sS");
    // The keyboard chooses, as in every group of radio buttons.
    await page.focus("#createForm .tabs input");
    await page.keyboard.press("ArrowRight");
    expect(await shownSample(page)).toContain("createClient");
    await page.goto(`${env("PUBLIC_URL")}/v1/reference/carts`);
    await page.goto(`${env("PUBLIC_URL")}/v1/reference/forms#createForm`);
    expect(await shownSample(page)).not.toContain("curl -sS");
    await page.bringToFront();
    await page.$eval("#createForm .copied.typescript button", (button) => button.click());
    await page.waitForFunction('document.querySelector("main > [role=status]").textContent === "Copied"');
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain(
      "createClient({ baseUrl, token })",
    );
    expect(errors).toEqual([]);
  });

  test.each([
    ["addVisitorCartItem", "Operations", "/v1/reference/carts#addVisitorCartItem"],
    ["/v1/stores/{storeId}/forms", "Operations", "/v1/reference/forms#createForm"],
    ["PRODUCT.INSUFFICIENT_STOCK", "Errors", "/v1/reference/catalogue-of-errors#PRODUCT.INSUFFICIENT_STOCK"],
    ["order.confirmed", "Events", "/v1/reference/"],
    ["payment_method_key", "Fields", "/v1/reference/"],
  ])("the search finds %s by the keyboard", async (text, kind, address) => {
    const { page, errors } = await open("/webhooks");
    await page.keyboard.press("/");
    await page.keyboard.type(text);
    await page.waitForSelector("#found:not([hidden])");
    expect(await page.$eval("#found h2", (each) => each.textContent)).toBe(kind);
    expect(await axeFindings(page, "main")).toEqual([]);
    await page.keyboard.press("ArrowDown");
    const focused = () => page.evaluate("[document.activeElement.tagName, document.activeElement.href]");
    expect(await focused()).toEqual(["A", expect.stringContaining(address)]);
    await page.keyboard.press("Escape");
    expect(await page.$("#found:not([hidden])")).toBe(null);
    expect(errors).toEqual([]);
  });

  test("every sample and every operation are there without a script", async () => {
    const { page } = await open("");
    await page.setJavaScriptEnabled(false);
    await page.goto(`${env("PUBLIC_URL")}/v1/reference/forms`);
    await layOut(page);
    await page.click('#createForm label:has([value="typescript"])');
    expect(await shownSample(page)).toContain("createClient");
    expect(await page.$("search:not([hidden]), .copied")).toBe(null);
  });
});
