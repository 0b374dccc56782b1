import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { products } from "#functions/commerce/products/routes.ts";
import { media } from "#functions/content/media/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { describeInBrowser, openBrowser } from "#test/support/browser.ts";
import { ok } from "#test/support/client.ts";
import { type Console, openConsole } from "#test/support/console.ts";
import { eventually, member, openStore, type TestStore } from "#test/support/world.ts";

const SVG_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80"/></svg>`;

describeInBrowser("goods in the console", () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), "goods-"));
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("stock that sold meanwhile is not overwritten; removing an option value names its variants", async () => {
    const store = await openStore();
    const app = await openConsole(browser, { as: store.owner, path: `/${store.key}/products` });
    await app.press("link", "New product");
    await app.type("Name", "Mug");
    await app.press("button", "Add option");
    await app.type("Option name", "Size");
    await app.type("Values", "S\nM\n");
    const picture = join(folder, "mug.svg");
    writeFileSync(picture, SVG_PICTURE);
    await upload(app, picture);
    await app.type("Alt text of mug.svg", "A black mug");
    await paste(app, "SKU of S", "MUG-S\t\t\t12,50\nMUG-M\t\t\t14.00\n");
    await app.press("button", "Set all");
    await app.choose("Column", "Stock");
    await app.type("Value", "7");
    await app.pressIn("Set all", "Set all");
    await app.press("button", "Save");
    await app.see("heading", "Mug");
    const { id: productId, key, slug, blocks, variants } = await onlyProduct(store);
    expect([key, slug]).toEqual(["mug", { en: "mug" }]);
    expect(variants.map(({ sku, prices, available }) => [sku, prices[0]?.amount, available])).toEqual([
      ["MUG-S", 1250, 7],
      ["MUG-M", 1400, 7],
    ]);
    const mediaId = String(blocks.find(({ type }) => type === "RELATIONSHIP_MEDIA")?.value[0]).slice(6);
    const file = await ok(media.getMedia, { params: { storeId: store.id, mediaId } });
    expect(file.alt).toEqual({ en: "A black mug" });

    const sale = { variant_id: variants[0]?.id ?? "", delta: -2 };
    const params = { storeId: store.id, productId };
    await ok(products.changeInventory, { params, as: store.owner, body: sale });
    await app.type("Stock of S", "10");
    await app.press("button", "Save");
    await app.shows("5 are there now");
    expect((await onlyProduct(store)).variants[0]?.available).toBe(5);
    await app.press("button", "Save");
    await app.seeNone("button", "Save");
    expect((await onlyProduct(store)).variants[0]?.available).toBe(10);

    await app.press("button", "Remove M");
    await app.shows("Deleted: M.");
    await app.pressIn("Remove M?", "Remove");
    await app.press("button", "Save");
    await app.seeNone("button", "Save");
    expect((await onlyProduct(store)).variants.map(({ sku }) => sku)).toEqual(["MUG-S"]);
    await app.fine();
    await app.close();
  });

  test("what is typed while a save is under way stays, and the next save sends it", async () => {
    const store = await openStore();
    const app = await openConsole(browser, { as: store.owner, path: await createMug(store) });
    await app.type("Name", "Blue mug");
    await app.page.setRequestInterception(true);
    let hold = true;
    const held = new Promise<() => void>((resolve) => {
      app.page.on("request", (request) => {
        if (!hold || request.method() !== "PUT") return void request.continue();
        hold = false;
        return resolve(() => void request.continue());
      });
    });
    await app.press("button", "Save");
    const release = await held;
    await app.type("SKU of Default", "MUG-BLUE");
    release();
    await app.shows("Saved");
    expect(await onlyProduct(store)).toMatchObject({ variants: [{ sku: "MUG" }] });
    await app.press("button", "Save");
    await app.seeNone("button", "Save");
    expect(await onlyProduct(store)).toMatchObject({ variants: [{ sku: "MUG-BLUE" }] });
    await app.fine();
    await app.close();
  });

  test("two people who edit one product lose nothing: changes merge, and a user decides conflicts", async () => {
    const store = await openStore();
    const path = await createMug(store);
    const other = await member(store.id, "member");
    const [one, two] = await Promise.all(
      [store.owner, other].map((as) => openConsole(browser, { as, path })),
    );
    if (!one || !two) throw new Error("Two windows were opened.");
    await one.type("Name", "Cup");
    await one.choose("Status", "active");
    await two.type("Name", "Beaker");
    await two.type("SKU of Default", "BEAKER");
    await one.press("button", "Save");
    await one.see("heading", "Cup");
    await two.press("button", "Save");
    await two.see("dialog", "Changed by someone else");
    await two.see("radio", "Theirs: Cup");
    await two.press("radio", "Yours: Beaker");
    await two.fine();
    await two.press("button", "Save again");
    await two.see("heading", "Beaker");
    expect(await onlyProduct(store)).toMatchObject({
      status: "active",
      blocks: [{ value: [{ en: "Beaker" }] }],
      variants: [{ sku: "BEAKER" }],
    });
    await Promise.all([one.close(), two.close()]);
  });

  test("a promo code is created, duplicated without its name, and archived unless that is undone", async () => {
    const store = await openStore();
    const app = await openConsole(browser, { as: store.owner, path: `/${store.key}/promotions` });
    await app.press("link", "New promo code");
    await app.type("Code", "FREE");
    await app.press("radio", "Free shipping");
    await app.type("Uses in all", "100");
    await app.press("button", "Save");
    await app.see("heading", "FREE");
    const codes = async () =>
      (await ok(promoCodes.listPromoCodes, { params: { storeId: store.id }, as: store.owner })).items;
    const [{ discounts, conditions } = { discounts: [], conditions: [] }] = await codes();
    expect(discounts.length).toBeGreaterThan(1);
    for (const discount of discounts)
      expect(discount).toMatchObject({ type: "shipping_percentage", bps: 10_000 });
    await app.press("button", "Duplicate");
    await app.see("heading", "New promo code");
    await app.type("Code", "FREE-TOO");
    await app.press("button", "Save");
    await app.see("heading", "FREE-TOO");
    expect((await codes())[0]).toMatchObject({ code: "FREE-TOO", discounts, conditions });
    await app.press("button", "Archive");
    await app.press("button", "Undo");
    expect((await codes()).map(({ status }) => status)).toEqual(["active", "active"]);
    await app.press("button", "Archive");
    await app.press("button", "Close");
    await eventually(async () => (await codes())[0]?.status === "archived", "the archived code");
    await app.press("link", "Promotions");
    await app.shows("Free shipping");
    await app.fine();
    await app.close();
  });
});

/** Creates a product, and returns the path of its page. */
async function createMug({ id: storeId, key, owner: as }: TestStore): Promise<string> {
  const blocks = [{ key: "name", type: "LOCALIZED_TEXT" as const, value: [{ en: "Mug" }] }];
  const body = { key: "mug", blocks, variants: [{ sku: "MUG" }] };
  const { id } = await ok(products.createProduct, { params: { storeId }, as, body });
  return `/${key}/products/${id}`;
}

/** The only product of a store, read by its owner. */
async function onlyProduct({ id: storeId, owner }: TestStore) {
  const { items } = await ok(products.listProducts, { params: { storeId }, as: owner });
  const [product] = items;
  if (!product || items.length > 1) throw new Error(`There are ${items.length} products.`);
  // Reads the product itself, because a list may be out of date for a moment.
  return ok(products.getProduct, { params: { storeId, productId: product.id }, as: owner });
}

// Selects by type, because a query by accessible name finds no file inputs.
async function upload({ page }: Console, path: string): Promise<void> {
  const input = await page.waitForSelector("input[type=file]");
  expect(await input?.evaluate((element) => element.closest("label")?.textContent)).toBe("Add pictures");
  await input?.uploadFile(path);
}

/** Pastes cells into a field, in the format in which a spreadsheet copies them. */
async function paste({ page, see }: Console, name: string, text: string): Promise<void> {
  await see("textbox", name);
  await page.evaluate(
    `const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", ${JSON.stringify(text)});
    document.querySelector('[aria-label="${name}"]')
      .dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));`,
  );
}
