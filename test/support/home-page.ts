import type { Browser } from "puppeteer-core";
import { expect } from "vitest";
import { openPage, SCREEN_SIZES } from "./browser.ts";

/** Expects that the home page of the local stack fits one screen, and that each of its links answers 200. */
export async function expectHomeOnOneScreen(browser: Browser, api: string): Promise<void> {
  const [, desktop] = SCREEN_SIZES;
  const { page, errors } = await openPage(browser, `${api}/_local`, desktop);
  const height = await page.evaluate("document.documentElement.scrollHeight");
  expect(Number(height)).toBeLessThanOrEqual(desktop.height);
  const links = await page.$$eval("a", (all) => all.map(({ href }) => href));
  expect(links.length).toBeGreaterThan(3);
  for (const link of new Set(links)) {
    // The first visit of the console builds it.
    if (!link.endsWith("/console"))
      expect({ link, status: (await fetch(link)).status }).toEqual({ link, status: 200 });
  }
  expect(errors).toEqual([]);
  await page.close();
}
