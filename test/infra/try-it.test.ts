import { beforeEach, expect, test, vi } from "vitest";
import { env } from "#core/env.ts";

type Call = { method: string; path: string };
/** What this file uses of the scripts below the samples of the reference, which have no types here. */
interface Scripts {
  readCalls(): Promise<Map<string, Call>>;
  readDemo(): Promise<Record<string, string>>;
  knownIds(demo: Record<string, string>): Record<string, string>;
  fieldIds(known: Record<string, string>): Record<string, string>;
  rememberAnswer(
    call: Call,
    calls: Iterable<Call>,
    values: Record<string, string>,
    answer: unknown,
    demo: Record<string, string>,
  ): void;
  credentialHeaders(credential: string, values: Record<string, string>, own: string): Promise<unknown>;
}

/** The storage of a tab: like a browser's, its own properties are what it keeps. */
class TabStorage {
  [name: string]: unknown;
  getItem(name: string) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }
  setItem(name: string, value: string) {
    this[name] = value;
  }
  removeItem(name: string) {
    delete this[name];
  }
}

const FOLDER = new URL("../../infra/local/try-it/", import.meta.url);
const scripts: Scripts = {
  ...(await import(new URL("caller.js", FOLDER).href)),
  ...(await import(new URL("memory.js", FOLDER).href)),
};
const DEMO = { STORE: "store_1", MUG: "product_1", PROVIDER: "provider_1" };
const storeId = DEMO.STORE;
const place = "/v1/stores/{storeId}";
let demo: Record<string, string>;
let isUp = true;

beforeEach(() => {
  demo = DEMO;
  isUp = true;
  vi.stubGlobal("sessionStorage", new TabStorage());
  const { fetch: send } = globalThis;
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (!isUp) return Promise.reject(new TypeError("Failed to fetch"));
    return path === "/_local/demo"
      ? Promise.resolve(Response.json(demo))
      : send(new URL(path, env("PUBLIC_URL")), init);
  });
  return () => vi.unstubAllGlobals();
});

/** Remembers the answer of an operation of the document. */
async function remember(method: string, path: string, values: Record<string, string>, answer?: unknown) {
  const calls = await scripts.readCalls();
  const call = calls.get(`${method} ${path}`);
  if (!call) throw new Error(`There is no ${method} ${path}.`);
  scripts.rememberAnswer(call, calls.values(), values, answer, demo);
}

// The first test, because the operations are read once.
test("the operations are read again after a stack that did not answer", async () => {
  isUp = false;
  await expect(scripts.readCalls()).rejects.toThrow("Failed to fetch");
  isUp = true;
  expect((await scripts.readCalls()).size).toBeGreaterThan(300);
});

test("an id is kept for the record that answers, and for no other", async () => {
  await scripts.readDemo();
  await remember("POST", `${place}/orders/quote`, { storeId }, { id: "quote_1" });
  await remember("POST", `${place}/products/imports`, { storeId }, { id: "imp_1" });
  await remember(
    "POST",
    `${place}/orders/{orderId}/returns`,
    { storeId, orderId: "order_1" },
    { id: "order_1" },
  );
  expect(scripts.knownIds(DEMO)).toEqual({
    "{storeId}": storeId,
    "/products/{productId}": "product_1",
    "/products/imports/{importId}": "imp_1",
    "/providers/{providerId}": "provider_1",
  });
  await remember("POST", `${place}/orders`, { storeId }, { id: "order_1" });
  await remember("POST", "/v1/storefront/{storeId}/carts/current", { storeId }, { id: "cart_2" });
  expect(scripts.knownIds(DEMO)).toMatchObject({
    "/orders/{orderId}": "order_1",
    "/carts/{cartId}": "cart_2",
  });
});

test("a provider of payments is no provider of bookings", async () => {
  await scripts.readDemo();
  await remember("POST", `${place}/payment-providers`, { storeId }, { id: "payment_provider_1" });
  const known = scripts.knownIds(DEMO);
  expect(known).toMatchObject({
    "/providers/{providerId}": "provider_1",
    "/payment-providers/{providerId}": "payment_provider_1",
  });
  expect(scripts.fieldIds(known)).toEqual({
    storeId,
    businessId: storeId,
    productId: "product_1",
    providerId: "provider_1",
  });
});

test("the id of a deleted record is forgotten, that of the demo too", async () => {
  await scripts.readDemo();
  await remember("POST", `${place}/forms`, { storeId }, { id: "form_1" });
  await remember("DELETE", `${place}/forms/{formId}`, { storeId, formId: "form_2" });
  expect(scripts.knownIds(DEMO)["/forms/{formId}"]).toBe("form_1");
  await remember("DELETE", `${place}/forms/{formId}`, { storeId, formId: "form_1" });
  await remember("DELETE", `${place}/products/{productId}`, { storeId, productId: "product_1" }, {});
  expect(scripts.knownIds(DEMO)).toMatchObject({ "/forms/{formId}": "", "/products/{productId}": "" });
});

test("ids and visitors are kept as long as the demo is the same", async () => {
  await scripts.readDemo();
  await remember("POST", `${place}/forms`, { storeId }, { id: "form_1" });
  await remember(
    "POST",
    "/v1/storefront/{storeId}/account/identify",
    { storeId },
    { token: { token: "first" } },
  );
  await scripts.readDemo();
  expect(scripts.knownIds(DEMO)["/forms/{formId}"]).toBe("form_1");
  expect(await scripts.credentialHeaders("visitor", { storeId }, "")).toEqual({
    authorization: "Bearer first",
  });
  demo = { STORE: "store_2" };
  await scripts.readDemo();
  expect(scripts.knownIds(demo)).toEqual({ "{storeId}": "store_2" });
  expect(Object.keys(sessionStorage)).toEqual(["reference-demo"]);
});

test("the token of a verified visitor replaces that of the visitor before", async () => {
  await scripts.readDemo();
  const account = "/v1/storefront/{storeId}/account";
  await remember("POST", `${account}/identify`, { storeId }, { token: { token: "first" } });
  await remember("POST", `${account}/verify`, { storeId }, { id: "contact_1", token: { token: "second" } });
  expect(await scripts.credentialHeaders("visitor", { storeId }, "")).toEqual({
    authorization: "Bearer second",
  });
});
