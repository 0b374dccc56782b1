import { expect, test } from "vitest";
import { products } from "#functions/commerce/products/routes.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { warmRoundTrips } from "#test/support/round-trips.ts";
import { openStore } from "#test/support/world.ts";

test("a product known by its slug is one round trip, and a wrong guess is never answered", async () => {
  const { id: storeId, owner: as } = await openStore();
  const make = async (key: string, slug: Record<string, string>) => {
    const variants = [{ prices: [{ market: "eu", amount: 4900 }], inventory: [{ available: 5 }] }];
    const body = { key, slug, status: "active" as const, variants };
    return ok(products.createProduct, { params: { storeId }, as, body });
  };
  const [one, other] = [await make("one", { en: "kettle" }), await make("other", { en: "pot" })];
  const bySlug = () => ({ params: { storeId, productId: `${storeId}:en:kettle` } });
  const shown = async () => JSON.parse((await invokeDirect(products.getProduct, bySlug())).body);
  const warm = await warmRoundTrips(products.getProduct, bySlug);
  expect(warm).toMatchObject({ reply: { status: 200 }, rounds: ["BatchGet"] });
  expect(JSON.parse(warm.reply.body)).toMatchObject({ id: one.id, variants: [{ available: 5 }] });

  const [variant] = one.variants;
  const stock = { variant_id: variant?.id ?? "", delta: 2 };
  await ok(products.changeInventory, { params: { storeId, productId: one.id }, as, body: stock });
  expect(await shown()).toMatchObject({ id: one.id, variants: [{ available: 7 }] });

  const rename = (productId: string, slug: Record<string, string>) =>
    ok(products.updateProduct, { params: { storeId, productId }, as, body: { slug } });
  await rename(one.id, { en: "boiler" });
  expect(await shown()).toMatchObject({ error: "PRODUCT.NOT_FOUND" });
  await rename(other.id, { en: "kettle" });
  expect(await shown()).toMatchObject({ id: other.id, variants: [{ available: 5 }] });
  expect(await warmRoundTrips(products.getProduct, bySlug)).toMatchObject({ rounds: ["BatchGet"] });
});
