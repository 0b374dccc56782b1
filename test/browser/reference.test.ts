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
import { openStore } from "#test/support/world.ts";

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

  test("a form below each sample sends it, and keeps the id of the answer", async () => {
    const { id, owner } = await openStore();
    const { page, errors } = await open("/forms");
    await layOut(page);
    /** Opens the form of an operation, and presses its button. */
    const send = async (operation: string, fields: Record<string, string>) => {
      await page.click(`#${operation} .try > summary`);
      await page.waitForSelector(`#${operation} .try form button`);
      const values = JSON.stringify({ ...fields, storeId: id });
      await page.evaluate(`{
        const form = document.querySelector("#${operation} .try form");
        for (const [name, value] of Object.entries(${values})) form.elements[name].value = value;
        const as = form.querySelector("select");
        as.value = "own";
        as.dispatchEvent(new Event("change"));
        form.querySelector("[type=password]").value = ${JSON.stringify(owner.token)};
        form.requestSubmit();
      }`);
      const answered = `/^\\d{3} .* ms · request /.test(document.querySelector("#${operation} .try output").textContent)`;
      await page.waitForFunction(answered);
      return page.$eval(`#${operation} .try output`, (each) => each.textContent ?? "");
    };
    expect(await send("createForm", {})).toMatch(/^201 Created · \d+ ms · request [\w-]+\{/);
    const read = await send("getForm", {});
    expect(read).toMatch(/^200 OK/);
    expect(read).toContain('"key": "wholesale"');
    page.on("dialog", (dialog) => dialog.accept());
    expect(await send("deleteForm", {})).toMatch(/^20\d/);
    // What is deleted is asked for no more.
    await page.click("#updateForm .try > summary");
    const next = await page.waitForSelector("#updateForm .try [name=formId]");
    expect(await next?.evaluate((input) => input.value)).toBe("");
    expect(await axeFindings(page, "nav")).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("a form has the id of a visitor's cart, and a field for a token only where it counts", async () => {
    const { id } = await openStore();
    const { page, errors } = await open("/carts");
    await layOut(page);
    await page.evaluate(
      (ids) => sessionStorage.setItem("reference-ids", ids),
      JSON.stringify({ "{storeId}": id }),
    );
    await page.click("#getVisitorCart .try > summary");
    const form = "#getVisitorCart .try form";
    await page.waitForFunction(`document.querySelector("${form} [name=cartId]")?.value.startsWith("cart_")`);
    const own = await page.waitForSelector(`${form} [type=password]`);
    expect(await own?.isVisible()).toBe(false);
    await page.select(`${form} select`, "own");
    expect(await own?.isVisible()).toBe(true);
    expect(errors).toEqual([]);
  });

  test("a form that did not open while the stack was away opens at the next try", async () => {
    const { page } = await open("/forms");
    await layOut(page);
    await page.evaluate(
      "globalThis.send = fetch; fetch = () => Promise.reject(new TypeError('Failed to fetch'))",
    );
    const details = "#createForm .try";
    await page.click(`${details} > summary`);
    await page.waitForSelector(`${details} ::-p-text(The stack does not answer.)`);
    expect(await page.$(`${details} form`)).toBe(null);
    await page.evaluate("fetch = send");
    await page.click(`${details} > summary`);
    await page.click(`${details} > summary`);
    await page.waitForSelector(`${details} form button`);
    expect(await page.$eval(details, (each) => each.innerText)).not.toContain("does not answer");
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
