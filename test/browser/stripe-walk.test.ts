import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
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
import { eventually } from "#test/support/world.ts";

const ORDER_PAGE = /https?:\S+\/v1\/order-pages\/\S+/;

describeInBrowser("a purchase by the stand-in for Stripe", () => {
  let browser: Browser;
  let stack: ExampleShop | undefined;
  let shop: string;
  let mailTo: ExampleShop["mailTo"];
  beforeAll(async () => {
    browser = await openBrowser();
    stack = await startExampleShop({ PAYMENTS: "stripe-local" });
    ({ shop, mailTo } = stack);
  });
  afterAll(async () => {
    await browser.close();
    await stack?.stop();
  });

  test("is paid, confirmed by email, cancelled on the order's page and refunded", async () => {
    const { page, errors } = await openPage(browser, `${shop}/en/shop/white-bowl`, SCREEN_SIZES[0]);
    await waitForText(page, "Bowl, white");
    await pressButton(page, "#buy button", "It is in your bag.");
    await followLink(page, "Bag", "Your details");
    const total = await page.$eval("#totals .sum dd", (sum) => sum.textContent ?? "");
    const email = "hedy@example.com";
    await fillFields(page, {
      email,
      name: "Hedy Lamarr",
      street1: "Torstr. 1",
      postal_code: "10119",
      city: "Berlin",
    });
    await Promise.all([page.waitForNavigation(), page.click("#checkout > button")]);
    await waitForText(page, "Nothing is charged here");
    // The payment page shows the total of the bag.
    expect(await page.$eval("h1", (sum) => sum.textContent)).toBe(total);
    expect(await axeFindings(page)).toEqual([]);
    await Promise.all([page.waitForNavigation(), page.click("button[value=approve]")]);
    await waitForText(page, "Paid. A confirmation is on its way to you.");
    const link = ORDER_PAGE.exec(await mailTo(email, "Your order"))?.[0] ?? "";
    await eventually(async () => {
      await page.goto(link);
      return (await page.$eval("main, body", (all) => all.textContent ?? "")).includes("Confirmed");
    }, "a page that says confirmed");
    // Pressing `Cancel` first opens a question.
    await page.click("summary");
    expect(await axeFindings(page)).toEqual([]);
    await Promise.all([page.waitForNavigation(), page.click("button[value=cancel]")]);
    await waitForText(page, "Cancelled");
    await eventually(async () => {
      await page.reload();
      return (await page.$eval("main, body", (all) => all.textContent ?? "")).includes("Refunded");
    }, "the refund");
    expect(await axeFindings(page)).toEqual([]);
    expect(await mailTo(email, "Your order is cancelled")).toContain("Your order is cancelled");
    expect(errors).toEqual([]);
    await page.close();
  });
});
