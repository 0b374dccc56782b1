import { expect, test } from "vitest";
import { ApiError } from "#core/errors.ts";
import { parseInput } from "#core/http/input.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { media } from "#functions/content/media/routes.ts";
import { operations } from "#functions/manifest.ts";
import { platformData } from "#functions/system/platform-data/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { exampleBody } from "#test/support/fixtures.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { openStore } from "#test/support/world.ts";

const nestedArrays = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
const JSON_HEADERS = { "content-type": "application/json" };

test("the body of a DELETE is validated as any other", async () => {
  const { owner: as } = await openStore();
  for (const raw of [`{"key":${"[".repeat(60_000)}${"]".repeat(60_000)}}`, '{"key":"\\ud800"}'])
    expect(await refused(platformData.deleteData, { as, raw, headers: JSON_HEADERS })).toMatchObject({
      status: 400,
      error: "GENERAL.VALIDATION_FAILED",
    });
});

/** The body with each part replaced in turn. */
function* replacedParts(body: unknown, by: unknown): Generator<unknown> {
  yield by;
  if (typeof body !== "object" || body === null) return;
  for (const [key, inner] of Object.entries(body))
    for (const other of replacedParts(inner, by))
      yield Array.isArray(body) ? body.with(Number(key), other) : { ...body, [key]: other };
}

test("an object without a text form is refused or stored at any place of a body", () => {
  for (const operation of operations) {
    const { body } = operation;
    if (!body) continue;
    for (const sent of replacedParts(exampleBody(operation), { toString: 1, valueOf: 1 })) {
      try {
        parseInput(body, sent);
      } catch (error) {
        expect(error, `${operation.id} ${JSON.stringify(sent)}`).toBeInstanceOf(ApiError);
      }
    }
  }
});

test("the deepest allowed nesting can be stored in an account's settings", async () => {
  const { owner: as, id: businessId } = await openStore();
  const body = { businessUserConfigs: [{ businessId, settings: { deep: nestedArrays(55) } }] };
  expect(await ok(users.updateUser, { as, body })).toMatchObject(body);
});

test("settings larger than an item are refused, and the earlier ones stay", async () => {
  const { owner: as, id: businessId } = await openStore();
  const params = { businessId };
  const change = (configs: object) => ({ params, as, body: { configs } });
  await ok(businesses.updateBusiness, change({ zones: ["x".repeat(200_000)] }));
  expect(
    await refused(businesses.updateBusiness, change({ orderBlocks: ["x".repeat(250_000)] })),
  ).toMatchObject({ status: 400, error: "GENERAL.VALIDATION_FAILED" });
  const { configs } = await ok(businesses.getBusiness, { params, as });
  expect(configs.orderBlocks).toBeUndefined();
});

test("a language named like an object's property reads no more than any other", async () => {
  const shop = await openShop();
  const { id: storeId, owner: as } = shop;
  const params = { storeId };
  await ok(stores.updateStore, { params, as, body: { languages: ["constructor"] } });
  const blocks = [{ key: "name", type: "LOCALIZED_TEXT" as const, value: [{ en: "Blue mug" }] }];
  const productId = shop.mug.product_id;
  await ok(products.updateProduct, { params: { storeId, productId }, as, body: { blocks } });
  const { cart } = await visitorWithCart(shop, [shop.mug]);
  expect(cart.items.map(({ name }) => name)).toEqual(["Blue mug"]);
  const form = new FormData();
  form.set("files", new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>']), "dot.svg");
  const [file] = await ok(media.createMedia, { params, as, raw: form });
  const mediaId = file?.id ?? "";
  const renamed = await ok(media.updateMedia, {
    params: { storeId, mediaId },
    as,
    body: { slug: { en: "spot" } },
  });
  expect(renamed.url).toContain("spot.svg");
});
