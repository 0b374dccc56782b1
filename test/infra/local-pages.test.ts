// Alone: it starts a stack of its own.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Stack, startStack } from "#infra/local/stack.ts";
import type { ReceivedWebhook } from "#infra/local/webhooks.ts";
import { eventually } from "#test/support/world.ts";
import { jsonOf } from "./local-functions/json.ts";
import { demoManifest } from "./local-functions/manifest.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ manifest: demoManifest });
});
afterAll(() => stack.stop());

const receivedWebhooks = async (address: string) =>
  (await jsonOf<{ items: ReceivedWebhook[] }>(await fetch(address, { headers: JSON_HEADERS }))).items;
const JSON_HEADERS = { accept: "application/json" };

describe("the home page", () => {
  const home = async () => (await fetch(`${stack.api}/_local`)).text();

  it("says what to do first, and links to everything over two pages", async () => {
    const page = await home();
    for (const part of ["npm run seed", "/v1/auth/code", stack.reference, stack.inbox, "/_local/more"])
      expect(page).toContain(part);
    const more = await (await fetch(`${stack.api}/_local/more`)).text();
    for (const part of [stack.webhooks, "/_phone", "/_app", "/v1/openapi.json"]) expect(more).toContain(part);
  });

  it("shows how far a seed is, until it ends", async () => {
    const report = async (body: string) =>
      (await fetch(`${stack.api}/_local/demo`, { method: "PUT", body })).status;
    expect(await report('{"done":3,"of":14,"part":"shop"}')).toBe(200);
    expect(await home()).toContain("3 of 14 parts, shop");
    expect(await report("nonsense")).toBe(409);
    expect(await report('{"done":1,"of":1}')).toBe(200);
    expect(await home()).toContain("npm run seed");
  });

  it("gives programs the addresses", async () => {
    const { api, reference, inbox, webhooks, shop, social, aws } = stack;
    expect(await (await fetch(`${api}/_local`, { headers: JSON_HEADERS })).json()).toEqual({
      api,
      reference,
      inbox,
      webhooks,
      shop,
      social,
      aws,
    });
  });
});

it("the reference gets its scripts and the demo's token only on this origin", async () => {
  const form = await fetch(`${stack.api}/_local/try-it/form.js`);
  expect([form.headers.get("content-type"), (await form.text()).includes("./caller.js")]).toEqual([
    "text/javascript; charset=utf-8",
    true,
  ]);
  expect((await fetch(`${stack.api}/_local/try-it/serve.ts`)).status).toBe(404);
  const demo = await fetch(`${stack.api}/_local/demo`, { headers: { origin: "https://evil.example" } });
  expect([demo.status, demo.headers.get("access-control-allow-origin")]).toEqual([200, null]);
  expect(await demo.text()).toBe("{}");
  expect(demo.headers.get("cross-origin-resource-policy")).toBe("same-origin");
});

it("every server of the stack goes on after a path that is no part of a URL", async () => {
  const { api, shop, environment } = stack;
  const { STRIPE_API = "", AWS_ENDPOINT_URL_SES = "", AWS_ENDPOINT_URL_SQS = "" } = environment;
  for (const server of [shop, STRIPE_API]) expect((await fetch(`${server}//`)).status).toBe(400);
  for (const server of [api, AWS_ENDPOINT_URL_SES, AWS_ENDPOINT_URL_SQS]) await fetch(`${server}//`);
  // A request to a server that is gone is rejected.
  for (const server of [shop, STRIPE_API, api, AWS_ENDPOINT_URL_SES, AWS_ENDPOINT_URL_SQS])
    await fetch(server);
});

it("the bare address leads to the home page", async () => {
  const answer = await fetch(`${stack.api}/`);
  expect([answer.status, new URL(answer.url).pathname]).toEqual([200, "/_local"]);
});

describe("the webhook inspector", () => {
  it("stores requests by name, newest first", async () => {
    const address = `${stack.webhooks}/orders/new`;
    await fetch(`${address}?a=1`, {
      method: "POST",
      headers: { "webhook-id": "evt_1" },
      body: '{"type":"form.submitted"}',
    });
    await fetch(address, { method: "PUT", body: "<script>alert(1)</script>" });
    expect(await receivedWebhooks(address)).toMatchObject([
      { method: "PUT", name: "orders/new", status: 200 },
      { method: "POST", query: "a=1", headers: { "webhook-id": "evt_1" }, body: '{"type":"form.submitted"}' },
    ]);
    const page = await (await fetch(address)).text();
    expect(page).toContain("&#60;script&#62;alert");
    expect(page).not.toContain("<script>alert");
    expect(await receivedWebhooks(`${stack.webhooks}/others`)).toEqual([]);
  });

  it("refuses and delays on request", async () => {
    const answer = await fetch(`${stack.webhooks}/x?status=503&delay=0.01&retry_after=7`, { method: "POST" });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "7"]);
    const impatient = new AbortController();
    const late = fetch(`${stack.webhooks}/late?delay=20`, { method: "POST", signal: impatient.signal });
    // The slow request has arrived, and later ones are answered before it.
    await eventually(
      async () => (await receivedWebhooks(`${stack.webhooks}/late`)).length === 1,
      "its arrival",
    );
    expect((await fetch(`${stack.webhooks}/x`, { method: "POST" })).status).toBe(200);
    expect(await Promise.race([late, "not yet"])).toBe("not yet");
    impatient.abort();
    await expect(late).rejects.toThrow("aborted");
  });

  it("keeps the last 200", async () => {
    for (let sent = 0; sent < 210; sent++) await fetch(`${stack.webhooks}/many`, { method: "POST" });
    expect(await receivedWebhooks(stack.webhooks)).toHaveLength(200);
    await fetch(stack.webhooks, { method: "DELETE" });
    expect(await receivedWebhooks(stack.webhooks)).toEqual([]);
  });
});

it("tests control the stack over HTTP", async () => {
  const post = async (path: string) =>
    (await fetch(`${stack.api}/_local/${path}`, { method: "POST" })).json();
  expect(await post("drain")).toEqual({ ok: true });
  expect(await post("tick/everyMinute?time=1700000000")).toEqual({ ok: true });
  expect(await post("hold/doWork?of=store_mine")).toEqual({ ok: true });
  expect(await post("release/doWork?of=store_mine")).toEqual({ ok: true });
  const unknown = await post("hold/nobody?of=store_mine");
  expect(unknown).toMatchObject({ ok: false, message: expect.stringContaining("nobody") });
  // Stream workers cannot hold back one store, and an empty text would hold back all.
  expect(await post("hold/fanOut?of=store_mine")).toMatchObject({ ok: false });
  expect(await post("hold/doWork")).toMatchObject({ ok: false, message: expect.stringContaining("?of=") });
});
