import { expect, test } from "vitest";
import { env } from "#core/env.ts";
import { answer, createVisitor } from "#lib/client/client.ts";
import { openShop } from "#test/support/shop.ts";

/** Token storage that a test can read. */
function memoryStorage(first?: string) {
  const tokens: (string | undefined)[] = [first];
  return {
    tokens,
    get: () => tokens.at(-1),
    set: (token: string | undefined) => {
      tokens.push(token);
    },
  };
}

async function visitorOf(kept = memoryStorage()) {
  const { id: storeId } = await openShop();
  const options = { baseUrl: env("PUBLIC_URL"), storeId, market: "eu", kept };
  return { kept, options, visitor: createVisitor(options), params: { path: { storeId } } };
}

test("a visitor's session starts once with the first calls and continues on the next visit", async () => {
  const { kept, options, visitor, params } = await visitorOf();
  const me = () => answer(visitor.GET("/v1/storefront/{storeId}/account/me", { params }));
  const all = await Promise.all([me(), me(), me()]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(kept.tokens.filter(Boolean)).toHaveLength(1);
  const next = createVisitor(options);
  const again = await answer(next.GET("/v1/storefront/{storeId}/account/me", { params }));
  expect(again.id).toBe(all[0]?.id);
});

test("an ended visitor's session is replaced by one that all concurrent calls share", async () => {
  const { kept, visitor, params } = await visitorOf(memoryStorage("ended"));
  const cart = () =>
    answer(visitor.POST("/v1/storefront/{storeId}/carts/current", { params, body: { market: "eu" } }));
  const carts = await Promise.all([cart(), cart(), cart()]);
  expect(new Set(carts.map(({ id }) => id)).size).toBe(1);
  expect(kept.tokens).toHaveLength(2);
});

test("proving an email address switches to the session in the answer; logging out removes it", async () => {
  const { kept, visitor, params } = await visitorOf();
  const email = `grace-${crypto.randomUUID()}@example.com`;
  await answer(visitor.POST("/v1/storefront/{storeId}/account/code", { params, body: { email } }));
  const before = kept.get();
  const code = await (await fetch(`${env("PUBLIC_URL")}/_local/code?email=${email}`)).text();
  const body = { code: code.trim() };
  const proved = await answer(visitor.POST("/v1/storefront/{storeId}/account/verify", { params, body }));
  expect(proved.email).toBe(email);
  expect(kept.get()).not.toBe(before);
  const me = await answer(visitor.GET("/v1/storefront/{storeId}/account/me", { params }));
  expect(me.email).toBe(email);
  const { error } = await visitor.POST("/v1/storefront/{storeId}/account/logout", { params });
  expect(error).toBeUndefined();
  expect(kept.get()).toBeUndefined();
});

test("a session that cannot be created is the call's error, and not thrown", async () => {
  const kept = memoryStorage();
  const visitor = createVisitor({ baseUrl: env("PUBLIC_URL"), storeId: "store_x", market: "eu", kept });
  const { error } = await visitor.GET("/v1/storefront/{storeId}/orders", {
    params: { path: { storeId: "store_x" } },
  });
  expect(error).toMatchObject({ status: 404, code: "GENERAL.NOT_FOUND" });
});
