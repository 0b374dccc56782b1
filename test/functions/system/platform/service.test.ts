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
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(
    operations.map(({ id }) => id).sort(),
  );
  const bare = operations
    .filter(({ body, bodyKind }) => body && (bodyKind ?? "json") === "json")
    .filter(({ path, method }) => {
      const text = JSON.stringify(paths[path]?.[method.toLowerCase()]?.requestBody);
      return !text.includes('"example":');
    });
  expect(bare.map(({ id }) => id)).toEqual([]);
});

test("currencies, event types and public keys are for everybody", async () => {
  expect(await ok(platform.listCurrencies, {})).toContain("EUR");
  expect((await ok(platform.listEventTypes, {})).data).toEqual([...EVENT_TYPES]);
  const { keys } = await ok(wellKnown.getPublicKeys, {});
  expect(keys).toMatchObject([{ kty: "EC", crv: "P-256", alg: "ES256", kid: expect.any(String) }]);
  expect(JSON.stringify(keys)).not.toContain('"d"');
  expect((await ok(service.getHealth, {})).status).toBe("ok");
});

test("any origin may ask, with the headers that clients send", async () => {
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
