import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings, describeInBrowser, openBrowser } from "#test/support/browser.ts";
import { openConsole } from "#test/support/console.ts";
import { screenPaths, screenRecords } from "#test/support/console-screens.ts";
import { openShop, type Shop } from "#test/support/shop.ts";
import { member } from "#test/support/world.ts";

const LOOKS = [
  { look: "at 390 px, light", size: { width: 390, height: 844 }, dark: false },
  { look: "at 1280 px, dark", size: { width: 1280, height: 900 }, dark: true },
];

describeInBrowser("every screen of the console", () => {
  let browser: Browser;
  let shop: Shop;
  let paths: string[];
  beforeAll(async () => {
    browser = await openBrowser();
    shop = await openShop();
    paths = screenPaths(await screenRecords(shop));
  });
  afterAll(() => browser.close());

  test.each(LOOKS)("has no axe finding and no error for an owner, $look", async ({ size, dark }) => {
    // A refresh token works only once, so each width and color scheme has its own session.
    const as = await member(shop.id, "owner");
    const app = await openConsole(browser, { as, path: `/${shop.key}/today`, size, dark });
    const faults: string[] = [];
    for (const path of paths) {
      await app.goTo(`/${shop.key}/${path}`);
      faults.push(...(await axeFindings(app.page)).map((fault) => `${path}: ${fault}`));
      const wide = await app.page.evaluate("document.documentElement.scrollWidth - innerWidth");
      if (Number(wide) > 0) faults.push(`${path} is ${wide} px wider than the window`);
      faults.push(...app.errors.splice(0).map((error) => `${path}: ${error}`));
    }
    expect(faults).toEqual([]);
    await app.close();
  });
});
