import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, launch, type Page } from "puppeteer-core";
import { describe, onTestFailed } from "vitest";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { serve } from "./serve.ts";

/** Milliseconds, multiplied on slow machines. */
const TIMEOUT_MS = 20_000;

/** Phone and desktop. */
export const SCREEN_SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

const CHROMIUM_PATH = [process.env.CHROMIUM, "/usr/bin/chromium"].find((path) => path && existsSync(path));

/** Skips the tests, with one line of output, if there is no browser. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (!CHROMIUM_PATH)
    console.info(`Skipped "${name}": there is no Chromium. Name one: CHROMIUM=/path/to/chromium`);
  describe.skipIf(!CHROMIUM_PATH)(name, tests);
}

export function openBrowser(): Promise<Browser> {
  if (!CHROMIUM_PATH) throw new Error("There is no Chromium.");
  return launch({
    executablePath: CHROMIUM_PATH,
    headless: true,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--force-prefers-reduced-motion"],
  });
}

/** A page with its errors, except failed requests while offline. A test that fails prints what the page shows. */
export async function openPage(
  browser: Pick<Browser, "newPage">,
  url: string,
  size: { width: number; height: number },
) {
  const page = await browser.newPage();
  page.setDefaultTimeout(scaledTimeout(TIMEOUT_MS));
  await page.setViewport(size);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    const failed = /Failed to load resource: net::ERR_INTERNET_DISCONNECTED/.test(message.text());
    if (message.type() === "error" && !failed) errors.push(message.text());
  });
  onTestFailed(async () => console.info(`${page.url()} shows:\n${await textOf(page)}\n${errors.join("\n")}`));
  await page.goto(url);
  return { page, errors };
}

/** The text that a page shows; nothing if it is closed. */
export async function textOf(page: Page): Promise<string> {
  return String(await page.evaluate("document.body?.innerText ?? ''").catch(() => ""));
}

const AXE_FILE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/**
 * Accessibility findings of axe: rule, element and summary. `but`: selector of elements to leave out, such as
 * shared ones that were checked once.
 */
export async function axeFindings(page: Page, but?: string): Promise<string[]> {
  await page.evaluate(readFileSync(AXE_FILE, "utf8"));
  const found: unknown =
    await page.evaluate(`axe.run(${JSON.stringify({ exclude: but ? [[but]] : [] })}, { resultTypes: ["violations"] }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + " " + target + ": " + failureSummary)))`);
  return Array.isArray(found) ? found.map(String) : ["axe gave no list"];
}

/** Serves a page and modules on their own origin. */
export async function servePage(html: string, modules: Record<string, string> = {}) {
  const { url, stop } = await serve(({ url = "/" }, response) => {
    const script = modules[url];
    const body = url === "/" ? html : script;
    const type = script === undefined ? "text/html" : "text/javascript";
    response.writeHead(body === undefined ? 204 : 200, { "content-type": `${type}; charset=utf-8` });
    response.end(body);
  });
  return { url: `${url}/`, stop };
}
