import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kebab } from "#core/http/contract.ts";
import { build } from "#infra/build.ts";
import { sources } from "#infra/build-sources.ts";

const root = mkdtempSync(join(tmpdir(), "dispatcher-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const operations = [
  { id: "listThings", method: "GET" as const, path: "/v1/stores/{storeId}/things" },
  {
    id: "getThing",
    method: "GET" as const,
    path: "/v1/stores/{storeId}/things/{thingId}",
    also: ["/v1/storefront/{storeId}/things/{thingId}"],
  },
  { id: "stopThing", method: "POST" as const, path: "/v1/stores/{storeId}/things/{thingId}/stop" },
].map((each) => ({ ...each, needs: "none" as const, folder: "shop/things", domain: "things" }));

type Handler = (event: object, context: object) => Promise<{ id?: string; statusCode?: number }>;
let handler: Handler;

beforeAll(async () => {
  const folder = join(root, "functions/shop/things");
  mkdirSync(folder, { recursive: true });
  for (const { id } of operations) {
    const file = `${id.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}.ts`;
    const text = `export const handler = async ({ routeKey, pathParameters }) => ({ id: "${id}", routeKey, pathParameters });`;
    writeFileSync(join(folder, file), text);
  }
  const [asset] = await build(sources({ operations, workers: [] }), { outDir: join(root, "out"), root });
  ({ handler } = createRequire(import.meta.url)(join(asset?.folder ?? "", "dispatch.mjs")) as {
    handler: Handler;
  });
});

const callRoute = (routeKey: string, method: string, rawPath: string, pathParameters: object = {}) =>
  handler(
    {
      routeKey,
      rawPath,
      pathParameters,
      requestContext: { requestId: "r", http: { method, path: rawPath } },
    },
    {},
  );

test("a greedy route leads to the operation of the path, with its slots", async () => {
  const greedy = "ANY /v1/stores/{storeId}/things/{proxy+}";
  const params = { storeId: "s1", proxy: "t1/stop" };
  expect(await callRoute(greedy, "POST", "/v1/stores/s1/things/t1/stop", params)).toEqual({
    id: "stopThing",
    routeKey: "POST /v1/stores/{storeId}/things/{thingId}/stop",
    pathParameters: { storeId: "s1", thingId: "t1" },
  });
  expect(await callRoute(greedy, "GET", "/v1/stores/s1/things/t 1", {})).toMatchObject({
    id: "getThing",
    pathParameters: { storeId: "s1", thingId: "t 1" },
  });
});

test("a full route leads to its operation, by each of its paths and also with ANY", async () => {
  const own = { storeId: "s1", thingId: "t1" };
  for (const key of operations[1]?.also ?? [])
    expect(await callRoute(`GET ${key}`, "GET", "/v1/storefront/s1/things/t1", own)).toMatchObject({
      id: "getThing",
      pathParameters: own,
    });
  expect(
    await callRoute("ANY /v1/stores/{storeId}/things", "GET", "/v1/stores/s1/things", { storeId: "s1" }),
  ).toMatchObject({ id: "listThings", routeKey: "GET /v1/stores/{storeId}/things" });
});

test("unknown methods and paths get the usual answer", async () => {
  const greedy = "ANY /v1/stores/{storeId}/things/{proxy+}";
  for (const [method, path] of [
    ["DELETE", "/v1/stores/s1/things/t1"],
    ["POST", "/v1/stores/s1/things/t1/stop/more"],
    ["POST", "/v1/stores/s1/things//stop"],
  ] as const)
    expect(await callRoute(greedy, method, path)).toMatchObject({ statusCode: 404 });
  expect(await callRoute("ANY /v1/stores/{storeId}/things", "PUT", "/v1/stores/s1/things")).toMatchObject({
    statusCode: 404,
  });
});

test("settings are bundled for each domain of a function, again after a change", async () => {
  const core = JSON.stringify(resolve("lib/core/given.ts"));
  const shared = [
    { id: "listGoods", domain: "stores" },
    { id: "listHooks", domain: "webhooks" },
  ].map((each) => ({
    ...each,
    method: "GET" as const,
    path: `/v1/stores/{storeId}/${each.id}`,
    needs: "READ" as const,
    folder: `shop/${each.domain}`,
  }));
  for (const { id, folder } of shared) {
    const file = join(root, "functions", folder, `${kebab(id)}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { given } from ${core};\nexport const handler = async () => given;`);
  }
  for (const PLANS of ["these", "others"]) {
    const options = { outDir: join(root, "given"), root, given: { PLANS } };
    const [asset, ...more] = await build(sources({ operations: shared, workers: [] }), options);
    expect(more).toEqual([]);
    // Node would not load the same path again.
    const copy = join(root, PLANS);
    cpSync(asset?.folder ?? "", copy, { recursive: true });
    const made: { handler: Handler } = createRequire(import.meta.url)(join(copy, "dispatch.mjs"));
    for (const { path } of shared)
      expect(
        await made.handler({ routeKey: `GET ${path}`, requestContext: { http: { method: "GET" } } }, {}),
      ).toEqual({ PLANS });
  }
});
