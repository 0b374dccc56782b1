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

  test("are exported, and imported after a preview of the changes and faults by line", async () => {
    const store = await openStore();
    const params = { storeId: store.id };
    const variants = [{ sku: "MUG", prices: [{ market: "eu", amount: 1200 }] }];
    const body = { key: "mug", status: "active" as const, variants };
    await ok(products.createProduct, { params, as: store.owner, body });
    const app = await openConsole(browser, { as: store.owner, path: `/${store.key}/products` });
    await app.see("link", "mug");
    const file = await savedFile(app, () => app.press("button", "Export"));
    expect(file).toMatch(/^\ufeffkey,status,name,sku,.*\nmug,active,mug,MUG,/);

    // In the format in which a German spreadsheet saves a file: separated by semicolons.
    const lines = [
      "key;status;name;sku;price:eu",
      "mug;active;mug;MUG;1250",
      "cup;active;Cup;CUP;900",
      "plate;;;P;9,5",
    ];
    const path = join(folder, "products.csv");
    writeFileSync(path, `${lines.join("\r\n")}\r\n`);
    await app.press("link", "Import");
    const input = await app.page.waitForSelector("input[type=file]");
    await input?.uploadFile(path);
    await app.press("button", "Check file");
    await app.see("table", "Preview");
    await app.shows("price:eu: 1200 → 1250");
    await app.shows("price:eu: must be a whole number");
    await app.fine();
    await app.press("button", "Start import");
    await app.shows("The import is done.");
    await app.see("table", "Faults");
    const keys = async () =>
      (await ok(products.listProducts, { params, as: store.owner })).items
        .map(({ key, variants: [first] }) => [key, first?.prices[0]?.amount])
        .sort();
    await eventually(async () => (await keys()).length === 2, "the imported products");
    expect(await keys()).toEqual([
      ["cup", 900],
      ["mug", 1250],
    ]);
    // The import continues without the page, and its URL shows it again.
    await app.page.reload();
    await app.shows("The import is done.");
    await app.fine();
    await app.close();
  });

  test("are filtered by category, which the URL contains", async () => {
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
    const app = await openConsole(browser, { as: store.owner, path: `/${store.key}/products` });
    await app.see("link", "lamp");
    await app.press("button", "Filters");
    await app.choose("Category", taxonomy_id);
    await app.press("button", "Apply");
    await app.seeNone("link", "lamp");
    await app.see("link", "mug");
    await app.page.reload();
    await app.see("button", "Remove filter Category");
    await app.see("link", "mug");
    await app.seeNone("link", "lamp");
    await app.fine();
    await app.close();
  });
});
