import { expect, test } from "vitest";
import * as z from "zod";
import { env } from "#core/env.ts";
import { operations } from "#functions/manifest.ts";
import { platform, service } from "#functions/system/platform/routes.ts";
import { wellKnown } from "#functions/tenancy/auth/routes.ts";
import { EVENT_TYPES } from "#lib/system/platform/events.ts";
import { ok } from "#test/support/client.ts";

const Documented = z.object({
  openapi: z.literal("3.1.0"),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
});

test("the OpenAPI document has every operation, with an example of every JSON body", async () => {
  const { paths } = Documented.parse(await ok(service.getOpenapi, {}));
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  // Pictures are answered by the CDN, not by the API.
  const expected = [...operations.map(({ id }) => id), "getPicture"];
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(expected.sort());
  const bare = operations
    .filter(({ body, bodyKind }) => body && (bodyKind ?? "json") === "json")
    .filter(({ path, method }) => {
      const text = JSON.stringify(paths[path]?.[method.toLowerCase()]?.requestBody);
      return !text.includes('"example":');
    });
  expect(bare.map(({ id }) => id)).toEqual([]);
});

test("everybody may read currencies, event types and public keys", async () => {
  expect(await ok(platform.listCurrencies, {})).toContain("EUR");
  expect((await ok(platform.listEventTypes, {})).data).toEqual([...EVENT_TYPES]);
  const { keys } = await ok(wellKnown.getPublicKeys, {});
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) {
    expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", kid: expect.any(String) });
  }
  expect(JSON.stringify(keys)).not.toContain('"d"');
  expect((await ok(service.getHealth, {})).status).toBe("ok");
});

test("any origin may call, with the headers that clients send", async () => {
  const url = `${env("PUBLIC_URL")}/v1/stores`;
  const asked = { origin: "https://shop.example", "access-control-request-method": "POST" };
  const preflight = await fetch(url, { method: "OPTIONS", headers: asked });
  const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase() ?? "";
  for (const name of ["authorization", "content-type", "x-api-key", "idempotency-key"])
    expect(allowed).toContain(name);
  const reply = await fetch(url, { headers: { origin: "https://shop.example" } });
  expect(reply.headers.get("access-control-allow-origin")).toBe("*");
  expect(reply.headers.get("access-control-expose-headers")?.toLowerCase()).toContain("x-request-id");
});

test("language models get a text with every operation, without an unfilled placeholder", async () => {
  const reply = await fetch(`${env("PUBLIC_URL")}/llms.txt`);
  expect(reply.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await reply.text();
  expect(text).toMatch(/^# Storefront backend\n\n> /);
  expect(text).not.toContain("{api}");
  expect(operations.filter(({ method, path }) => !text.includes(`- ${method} ${path}: `))).toEqual([]);
});

test("the OpenAPI document is compressed on request, and not sent again to a caller that has it", async () => {
  const url = `${env("PUBLIC_URL")}/v1/openapi.json`;
  const zipped = await fetch(url, { headers: { "accept-encoding": "gzip" } });
  expect(zipped.headers.get("content-encoding")).toBe("gzip");
  const etag = zipped.headers.get("etag") ?? "";
  expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
  const plain = await fetch(url, { headers: { "accept-encoding": "identity" } });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.json()).toEqual(await zipped.json());
});

test("every answer that spends a budget shows what is left", async () => {
  const url = `${env("PUBLIC_URL")}/v1/auth/code`;
  const body = JSON.stringify({ email: `rates-${crypto.randomUUID()}@example.com` });
  const headers = { "content-type": "application/json" };
  const [first, second] = [
    await fetch(url, { method: "POST", headers, body }),
    await fetch(url, { method: "POST", headers, body }),
  ];
  const policy = first.headers.get("ratelimit-policy") ?? "";
  expect(policy).toMatch(/^("\w+";q=\d+;w=\d+(, )?)+$/);
  const left = (reply: Response) =>
    new Map(
      [...(reply.headers.get("ratelimit") ?? "").matchAll(/"(\w+)";r=(\d+);t=\d+/g)].map(
        ([, name, count]) => [name, Number(count)],
      ),
    );
  expect(left(first).size).toBe(policy.split(", ").length);
  for (const [name, count] of left(first)) expect(left(second).get(name)).toBeLessThan(count);
});
