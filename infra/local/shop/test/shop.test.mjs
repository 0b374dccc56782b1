import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "puppeteer-core";
import { loadEnv, preview } from "vite";

/** Milliseconds, generous for slow machines. */
const TIMEOUT_MS = 60_000;
const root = fileURLToPath(new URL("..", import.meta.url));
const { VITE_API: api } = loadEnv("production", root);
const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium"].find((path) => path && existsSync(path));

let browser;
let server;
let shop;

before(async () => {
  assert.ok(executablePath, "There is no Chromium. Name one: CHROMIUM=/path/to/chromium");
  server = await preview({ root, preview: { port: 0, host: "127.0.0.1" }, logLevel: "silent" });
  shop = `http://127.0.0.1:${server.httpServer.address().port}`;
  browser = await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function open(path) {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(shop + path);
  return { page, errors };
}

const shows = (page, text) =>
  page.waitForFunction((wanted) => document.body.textContent.includes(wanted), {}, text);

async function press(page, selector, then) {
  await page.waitForSelector(selector);
  await page.$eval(selector, (element) => element.click());
  await shows(page, then);
}

async function fill(page, fields) {
  for (const [id, value] of Object.entries(fields)) await page.locator(`#${id}`).fill(value);
}

const address = { name: "Grace Hopper", street1: "Torstr. 1", postal_code: "10119", city: "Berlin" };

test("a mug is sold by card, and its buyer signs in and finds the order", async () => {
  const email = `grace-${Date.now()}@example.com`;
  const { page, errors } = await open("/en/shop/blue-mug");
  await press(page, "#buy button", "It is in your bag.");
  await page.goto(`${shop}/en/bag`);
  await shows(page, "Your details");
  await fill(page, { email, ...address });
  await Promise.all([page.waitForNavigation(), page.$eval("#checkout > button", (button) => button.click())]);
  await Promise.all([
    page.waitForNavigation(),
    page.$eval("button[value=approve]", (button) => button.click()),
  ]);
  await shows(page, "Paid. A confirmation is on its way to you.");
  await page.goto(`${shop}/en/account`);
  await shows(page, "We mail you a code.");
  await fill(page, { email });
  await press(page, "#ask button", "The code is on its way to you.");
  const code = await mailedCode(email);
  await fill(page, { code });
  await press(page, "#prove button", "Your orders");
  await page.waitForSelector(".lines a[href*=order_id]");
  assert.deepEqual(errors, []);
});

test("an appointment is sold in cash", async () => {
  const { page, errors } = await open("/en/tasting");
  // Today's next slot may begin before the order is placed.
  await page.waitForSelector(".days label:nth-of-type(2)");
  await page.$eval(".days label:nth-of-type(2) input", (input) => input.click());
  await page.waitForSelector("#times label");
  await page.$eval("#times label:last-of-type input", (input) => input.click());
  await press(page, "#book button", "It is in your bag.");
  await page.goto(`${shop}/en/bag`);
  await shows(page, "Your details");
  await fill(page, { email: "ada@example.com", name: "Ada Lovelace" });
  await page.$eval("input[value=cash]", (input) => input.click());
  await press(page, "#checkout > button", "You pay when you receive it.");
  assert.deepEqual(errors, []);
});

test("the shop speaks German too, and has a chat", async () => {
  const { page, errors } = await open("/de/contact");
  await shows(page, "Wir antworten binnen eines Tages");
  assert.equal(await page.$eval("html", ({ lang }) => lang), "de");
  await page.waitForSelector("#chat", { visible: true });
  await page.click("#chat");
  await page.waitForFunction(() =>
    document.getElementById("support-chat").shadowRoot.textContent.includes("Kiln & Bean"),
  );
  assert.deepEqual(errors, []);
});

async function mailedCode(email) {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const reply = await fetch(`${api}/_local/code?email=${encodeURIComponent(email)}`);
    if (reply.ok) return (await reply.text()).trim();
    if (Date.now() > deadline) throw new Error("No code was mailed.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
