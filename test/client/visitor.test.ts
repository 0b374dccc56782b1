import { afterEach, expect, test, vi } from "vitest";
import { env } from "#core/env.ts";
import { answer, createVisitor, hasVisited } from "#lib/client/client.ts";
import { openShop } from "#test/support/shop.ts";

afterEach(() => vi.unstubAllGlobals());

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

/** Requests that reach an API which knows no token: `identify` gives new ones, all else is refused. */
function strictApi() {
  const calls: string[] = [];
  const fetch = async ({ method, url }: Request) => {
    const act = new URL(url).pathname.split("/account/")[1] ?? "";
    calls.push(`${method} ${act}`);
    if (act !== "identify") return Response.json({ error: "GENERAL.UNAUTHENTICATED" }, { status: 401 });
    return Response.json({ token: { token: `token-${calls.length}` } });
  };
  return { calls, options: { baseUrl: "http://shop.example", storeId: "store_1", market: "eu", fetch } };
}

test.each([undefined, "ended"])(
  "who ends a visit does it as nobody else, with the token %s",
  async (token) => {
    const { calls, options } = strictApi();
    const visitor = createVisitor({ ...options, kept: memoryStorage(token) });
    const params = { path: { storeId: "store_1" } };
    const ends = [
      await visitor.DELETE("/v1/storefront/{storeId}/account/me", { params }),
      await visitor.POST("/v1/storefront/{storeId}/account/logout", { params }),
    ];
    expect(ends.map(({ error }) => error?.status)).toEqual([401, 401]);
    expect(calls).toEqual(["DELETE me", "POST logout"]);
  },
);

test("two clients of one browser begin one session, also where it blocks storage", async () => {
  const { calls, options } = strictApi();
  vi.stubGlobal("document", {});
  for (const storage of [new Map<string, string>(), undefined]) {
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => blocked(storage).get(name) ?? null,
      setItem: (name: string, value: string) => blocked(storage).set(name, value),
      removeItem: (name: string) => blocked(storage).delete(name),
    });
    const storeId = crypto.randomUUID();
    const params = { path: { storeId } };
    calls.length = 0;
    expect(hasVisited(storeId)).toBe(false);
    const clients = [0, 1].map(() => createVisitor({ ...options, storeId }));
    await Promise.all(clients.map((client) => client.GET("/v1/storefront/{storeId}/account/me", { params })));
    expect(hasVisited(storeId)).toBe(true);
    const begun = calls.filter((call) => call === "POST identify");
    // The API refuses the first session, and both share the next one too.
    expect(begun).toHaveLength(2);
  }
});

function blocked(storage: Map<string, string> | undefined): Map<string, string> {
  if (!storage) throw new Error("The browser blocks storage.");
  return storage;
}
