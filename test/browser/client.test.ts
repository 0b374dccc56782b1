import { join } from "node:path";
import { build, transform } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { env } from "#core/env.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { ROOT, typescriptOf } from "#test/doors/blocks.ts";
import { describeInBrowser, openBrowser, openPage, SCREEN_SIZES, servePage } from "#test/support/browser.ts";
import { ok } from "#test/support/client.ts";
import { openShop } from "#test/support/shop.ts";

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup();
});

/** The client as one module, so that a page can import it without a bundler. */
async function clientModule(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "lib/client/client.ts")],
    bundle: true,
    format: "esm",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

describeInBrowser("the client's guide in a page of its own", () => {
  test("a module script on another origin sends a contact form, and checks out a cart", async () => {
    const browser = await openBrowser();
    cleanups.push(() => browser.close());
    const shop = await openShop();
    const values = { baseUrl: env("PUBLIC_URL"), storeId: shop.id, ...shop.voucher };
    const [contact = "", checkout = ""] = typescriptOf("lib/client/guide.md");
    const { code } = await transform(`${contact}\n${checkout}`, { loader: "ts" });
    const script = `const ${Object.entries(values)
      .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
      .join(", ")};\n${code}`;
    const site = await servePage(
      `<!doctype html><html lang="en"><title>A reader's shop</title><script type="module">${script.replaceAll("@storefront-backend/client", "/client.js")}</script></html>`,
      { "/client.js": await clientModule() },
    );
    cleanups.push(site.stop);
    expect(new URL(site.url).origin).not.toBe(new URL(values.baseUrl).origin);
    const { page, errors } = await openPage(browser, site.url, SCREEN_SIZES[0]);
    await page.waitForFunction("document.querySelector('button[value=approve]')");
    expect(page.url()).toContain("/v1/payments/sandbox/checkouts/");
    expect(errors).toEqual([]);
    const at = { params: { storeId: shop.id }, as: shop.owner };
    const { items } = await ok(forms.listForms, at);
    const formId = items.find(({ key }) => key === "contact")?.id ?? "";
    const sent = await ok(forms.listSubmissions, { ...at, params: { storeId: shop.id, formId } });
    expect(sent.items.map(({ fields }) => fields.map(({ value }) => value))).toEqual([
      ["grace@example.com", "Hello"],
    ]);
  });
});
