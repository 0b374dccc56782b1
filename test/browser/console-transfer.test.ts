import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { products } from "#functions/commerce/products/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { describeInBrowser, openBrowser } from "#test/support/browser.ts";
import { ok } from "#test/support/client.ts";
import { openConsole, savedFile } from "#test/support/console.ts";
import { eventually, openStore } from "#test/support/world.ts";

describeInBrowser("products in the console", () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), "transfer-"));
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("go out as a file and come in again: first it says what changes and what is wrong in which line, then it does so", async () => {
    const store = await openStore();
    const params = { storeId: store.id };
    const variants = [{ sku: "MUG", prices: [{ market: "eu", amount: 1200 }] }];
    const body = { key: "mug", status: "active" as const, variants };
    await ok(products.createProduct, { params, as: store.owner, body });
    const shown = await openConsole(browser, { as: store.owner, path: `/${store.key}/products` });
    await shown.see("link", "mug");
    const file = await savedFile(shown, () => shown.press("button", "Export"));
    expect(file).toMatch(/^\ufeffkey,status,name,sku,.*\nmug,active,mug,MUG,/);

    // As a German spreadsheet saves it.
    const lines = [
      "key;status;name;sku;price:eu",
      "mug;active;mug;MUG;1250",
      "cup;active;Cup;CUP;900",
      "plate;;;P;9,5",
    ];
    const path = join(folder, "products.csv");
    writeFileSync(path, `${lines.join("\r\n")}\r\n`);
    await shown.press("link", "Import");
    const input = await shown.page.waitForSelector("input[type=file]");
    await input?.uploadFile(path);
    await shown.press("button", "Check file");
    await shown.see("table", "Preview");
    await shown.shows("price:eu: 1200 → 1250");
    await shown.shows("price:eu: must be a whole number");
    await shown.fine();
    await shown.press("button", "Start import");
    await shown.shows("The import is done.");
    await shown.see("table", "Faults");
    const keys = async () =>
      (await ok(products.listProducts, { params, as: store.owner })).items
        .map(({ key, variants: [first] }) => [key, first?.prices[0]?.amount])
        .sort();
    await eventually(async () => (await keys()).length === 2, "the imported products");
    expect(await keys()).toEqual([
      ["cup", 900],
      ["mug", 1250],
    ]);
    // The import runs without the page, and its address shows it again.
    await shown.page.reload();
    await shown.shows("The import is done.");
    await shown.fine();
    await shown.close();
  });

  test("are filtered by category, and the address keeps it", async () => {
    const store = await openStore();
    const params = { storeId: store.id };
    const { id: taxonomy_id } = await ok(taxonomies.createTaxonomy, {
      params,
      as: store.owner,
      body: { key: "kitchen" },
    });
    await ok(products.createProduct, {
      params,
      as: store.owner,
      body: { key: "mug", taxonomies: [{ taxonomy_id }] },
    });
    await ok(products.createProduct, { params, as: store.owner, body: { key: "lamp" } });
    const shown = await openConsole(browser, { as: store.owner, path: `/${store.key}/products` });
    await shown.see("link", "lamp");
    await shown.press("button", "Filters");
    await shown.choose("Category", taxonomy_id);
    await shown.press("button", "Apply");
    await shown.seeNone("link", "lamp");
    await shown.see("link", "mug");
    await shown.page.reload();
    await shown.see("button", "Remove filter Category");
    await shown.see("link", "mug");
    await shown.seeNone("link", "lamp");
    await shown.fine();
    await shown.close();
  });
});
