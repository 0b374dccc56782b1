import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "#core/env.ts";
import { auth } from "#functions/tenancy/auth/routes.ts";
import {
  axeFindings,
  describeInBrowser,
  openBrowser,
  openPage,
  SCREEN_SIZES,
} from "#test/support/browser.ts";
import { ok } from "#test/support/client.ts";
import { expectHomeOnOneScreen } from "#test/support/home-page.ts";
import { pageUrls } from "#test/support/page-urls.ts";
import { sellPlans } from "#test/support/plans.ts";
import { newEmail } from "#test/support/world.ts";

sellPlans();

/** The folder for screenshots of all pages. Without it, no screenshots are taken. */
const PICTURES = process.env.PICTURES;
const [small, wide] = SCREEN_SIZES;
/** The pairs of size and color scheme to check: two of them, or all four if `LOOKS=all`. */
const LOOKS =
  process.env.LOOKS === "all"
    ? (["light", "dark"] as const).flatMap((scheme) => SCREEN_SIZES.map((size) => ({ scheme, size })))
    : [
        { scheme: "light" as const, size: small },
        { scheme: "dark" as const, size: wide },
      ];

describeInBrowser("every page of ours", () => {
  let browser: Browser;
  let pages: Record<string, string>;
  let stop = () => {};
  beforeAll(async () => {
    browser = await openBrowser();
    const made = await pageUrls();
    pages = made.pages;
    stop = made.stop;
  });
  afterAll(async () => {
    await browser.close();
    await stop();
  });

  test.each(LOOKS)(
    "has no finding of axe and fits, in $scheme, at $size.width px",
    async ({ scheme, size }) => {
      for (const [name, url] of Object.entries(pages)) {
        const context = await browser.createBrowserContext();
        const { page, errors } = await openPage(context, "about:blank", size);
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        await page.goto(url);
        const wide = await page.evaluate("document.documentElement.scrollWidth");
        expect({ name, wide, errors: errors.filter((each) => !/status of 40[04]/.test(each)) }).toEqual({
          name,
          wide: size.width,
          errors: [],
        });
        expect({ name, found: await axeFindings(page) }).toEqual({ name, found: [] });
        if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-${scheme}-${size.width}.png` });
        await context.close();
      }
    },
  );

  test("the home page fits one screen without a demo, and its links work", async () => {
    await expectHomeOnOneScreen(browser, env("PUBLIC_URL"));
  });

  test("the home page renews itself after a command of it was copied", async () => {
    const api = env("PUBLIC_URL");
    // The permission to write text. Naming others only would take it away.
    await browser.defaultBrowserContext().overridePermissions(api, ["clipboard-sanitized-write"]);
    const { page } = await openPage(browser, `${api}/_local`, wide);
    await page.click("[data-copy]");
    await page.waitForFunction('document.getElementById("live").textContent === "Copied."');
    await page.$eval("main h1", (title) => title.setAttribute("data-old", ""));
    // Its mail changes the page.
    await ok(auth.requestCode, { body: { email: newEmail() } });
    await page.waitForSelector("main h1:not([data-old])");
    await page.close();
  });

  // Leaves out `nav`, which is equal on each page. The test above checks it on the guide.
  test("every page of the reference fits without an axe finding at 390 px", async () => {
    const { page } = await openPage(browser, pages.guide ?? "", SCREEN_SIZES[0]);
    const links = await page.$$eval("nav a", (all) => all.map((each) => each.href.replace(/#.*/, "")));
    const all = [...new Set(links)].filter((url) => url.includes("/v1/reference/"));
    expect(all.length).toBeGreaterThan(40);
    for (const url of all) {
      await page.goto(url);
      const wide = await page.evaluate("document.documentElement.scrollWidth");
      expect({ url, wide, found: await axeFindings(page, "nav") }).toEqual({ url, wide: 390, found: [] });
    }
  });
});
