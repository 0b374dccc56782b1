import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handlerOf, pathsOf } from "#core/http/caller.ts";
import { slotsOf } from "#core/http/contract.ts";
import { makeRouter } from "#core/http/router.ts";
import * as manifest from "#functions/manifest.ts";
import { configOf, ENVIRONMENTS } from "#infra/config.ts";
import { deployedDomainOf, endpointGroupsOf, isShared } from "#infra/function-groups.ts";
import { deployedUnits } from "#infra/function-settings.ts";
import { bundleStubs, chooseRoute, parseRouteKey, SynthesisedApi } from "./gateway.ts";

const root = mkdtempSync(join(tmpdir(), "routing-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const UNPUBLISHED = ["showSandboxCheckout", "decideSandboxCheckout", "showBilling", "actOnBilling"];
const OPERATION_FIELDS = { folder: "shop/things", family: "store", summary: "Any", status: 200 } as const;
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"];
/** Values of path slots: ids, tokens, names and arbitrary text. */
const slotValues = fc.oneof(
  fc.stringMatching(/^[a-z]{3,6}_[0-9a-z]{10,26}$/),
  fc.stringMatching(/^[A-Za-z0-9_-]{20,60}$/).map((text) => `~${text}`),
  fc.constantFrom("Ä ö", "1", "a.b", "{storeId}", "proxy+", "-", "%", "ANY"),
);

const entries = manifest.operations.flatMap((operation) =>
  pathsOf(operation).map((path) => ({ operation, path, method: operation.method })),
);

describe.each([
  ...ENVIRONMENTS.map((name) => ({ name, grain: "endpoint" as const })),
  { name: "prod" as const, grain: "domain" as const },
])("the routes of $name with a function for each $grain", ({ name, grain }) => {
  const config = { ...configOf(name, {}), grain };
  const there = deployedUnits(config, manifest.operations);
  const folder = join(root, `${name}-${grain}`);
  const api = new SynthesisedApi(config, manifest, folder);
  beforeAll(() =>
    bundleStubs({ operations: there, workers: deployedUnits(config, manifest.workers) }, folder),
  );
  const router = makeRouter(entries.filter(({ operation }) => there.includes(operation)));

  test("lead each path of an operation, with any slot values, to its code", async () => {
    for (const { operation, path, method } of entries) {
      if (!there.includes(operation)) continue;
      await fc.assert(
        fc.asyncProperty(fc.array(slotValues, { minLength: 8, maxLength: 8 }), async (values) => {
          const slots = slotsOf(path);
          const pathParameters = Object.fromEntries(slots.map((each, index) => [each, values[index]]));
          const asked = path.replace(/\{(\w+)\}/g, (_, each: string) => pathParameters[each] ?? "");
          const expected = { id: handlerOf(operation), routeKey: `${method} ${path}`, pathParameters };
          expect(await api.ask(method, asked)).toEqual(expected);
        }),
        { numRuns: 4 },
      );
    }
  });

  test("answer unknown requests as the unknown route does", async () => {
    const parts = fc.constantFrom(...new Set(entries.flatMap(({ path }) => path.split("/").slice(1))), "");
    const near = fc
      .tuple(fc.constantFrom(...entries), fc.nat(), parts, fc.constantFrom("put", "drop", "add", "method"))
      .map(([{ path }, at, part, change]) => {
        const own = path.split("/").slice(1);
        if (change === "put") own.splice(at % own.length, 1, part);
        if (change === "drop") own.splice(at % own.length, 1);
        if (change === "add") own.splice(at % (own.length + 1), 0, part);
        return own;
      });
    const request = fc.tuple(
      fc.constantFrom(...METHODS),
      near,
      fc.array(slotValues, { minLength: 12, maxLength: 12 }),
    );
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(request, async ([method, own, values]) => {
        const segments = own.map((part, index) => (part.startsWith("{") ? (values[index] ?? "") : part));
        fc.pre(router(method, segments) === undefined);
        const path = `/${segments.join("/")}`;
        const answer = await api.ask(method, path);
        expect(answer.statusCode, `${method} ${path}`).toBe(404);
        expect(answer).toEqual(await unknown(method, path));
        if (api.chosen(method, path)?.key !== "$default") seen += 1;
      }),
      { numRuns: 2000 },
    );
    expect(seen).toBeGreaterThan(100);
  });

  test("include the sandbox's pages only where the sandbox is on", async () => {
    expect(manifest.operations.filter((each) => !there.includes(each)).map(({ id }) => id)).toEqual(
      config.payments.sandbox ? [] : UNPUBLISHED,
    );
    for (const path of ["/v1/payments/sandbox/checkouts/t", "/v1/businesses/billing/sandbox/t"])
      for (const method of ["GET", "POST"]) {
        const answer = await api.ask(method, path);
        if (config.payments.sandbox) expect(UNPUBLISHED).toContain(answer.id);
        else expect(answer).toEqual(await unknown(method, path));
      }
  });

  test("have unique keys and logical ids", () => {
    const keys = api.routes.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const ids = endpointGroupsOf(there, grain).flatMap(({ routes }) =>
      routes.map(({ id }) => id.toLowerCase()),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("answer preflight requests, which API Gateway passes to ANY routes", async () => {
    // See https://github.com/aws/serverless-application-model/issues/1603; the gateway adds the headers.
    const origin = "https://shop.test";
    const well = { statusCode: 204, headers: {}, body: "" };
    for (const { operation, path } of entries) {
      if (!there.includes(operation)) continue;
      const answer = await api.ask("OPTIONS", path.replace(/\{\w+\}/g, "x_1"), { origin });
      expect(answer, path).toEqual(well);
    }
    expect(await api.ask("OPTIONS", "/v1/nowhere", { origin })).toEqual(well);
    expect(await api.ask("OPTIONS", "/v1/stores")).toMatchObject({ statusCode: 404 });
  });

  // CloudFormation creates before it deletes, and API Gateway refuses a second route with one key.
  test("are in the stack of their operations, whichever function answers", () => {
    for (const { key, stack, method } of api.routes) {
      const path = key.replace(/^\w+ |\/\{proxy\+\}$/g, "");
      const at = entries.filter(
        (each) =>
          there.includes(each.operation) && each.path === path && ["ANY", each.method].includes(method),
      );
      const homes = at.map(({ operation }) => `${operation.folder.split("/")[0]}Routes`);
      if (homes.length > 0) expect(homes, key).toContain(stack);
    }
  });

  async function unknown(method: string, path: string) {
    const gate = api.routes.find(({ key }) => key === "$default");
    return api.askAt(gate, method, path);
  }
});

test("a route keeps stack and logical id at either grain and with or without the sandbox", () => {
  const places = new Map<string, string>();
  for (const name of ENVIRONMENTS)
    for (const grain of ["endpoint", "domain"] as const)
      for (const { key, stack, logicalId } of new SynthesisedApi(
        { ...configOf(name, {}), grain },
        manifest,
        "",
      ).routes) {
        const place = `${stack} ${logicalId}`.replace(name, "");
        expect(place, key).toBe(places.get(key) ?? place);
        places.set(key, place);
      }
});

test("any request reaches its operation, for random manifests and either grain", () => {
  const part = fc.constantFrom("orders", "forms", "export", "{id}");
  const start = fc.constantFrom(
    "/v1/stores/{storeId}",
    "/v1/stores",
    "/v1/storefront/{storeId}",
    "/v1/users",
  );
  const path = fc.tuple(start, fc.array(part, { maxLength: 3 })).map(([base, parts]) => {
    const named = parts.map((each, index) =>
      each !== "{id}" ? each : index === 0 ? "things" : `{id${index}}`,
    );
    return [base, ...named].join("/");
  });
  const randomOperation = fc.record({
    path,
    method: fc.constantFrom("GET" as const, "POST" as const, "PUT" as const, "DELETE" as const),
    needs: fc.constantFrom("READ" as const, "none" as const),
    domain: fc.constantFrom("orders", "forms", "stores", "markets", "payments"),
    returns: fc.constantFrom("html" as const, "bytes" as const),
  });
  const orders = "/v1/stores/{storeId}/orders";
  const page = { path: `${orders}/{id1}`, needs: "none", domain: "orders", returns: "html" } as const;
  const staff = { needs: "READ", domain: "orders", returns: "bytes" } as const;
  // A page with two methods, whose slot matches a path of the greedy route.
  const pageOperations = [
    { ...page, method: "GET" as const },
    { ...page, method: "POST" as const },
    { ...staff, path: `${orders}/export`, method: "DELETE" as const },
  ];
  const shared = (["POST", "DELETE", "PUT", "GET"] as const).map((method, index) => {
    const domain = index === 1 || index === 2 ? ("markets" as const) : ("stores" as const);
    return { ...staff, path: "/v1/stores", method, domain };
  });
  const list = fc.uniqueArray(randomOperation, {
    maxLength: 25,
    selector: (each) => `${each.method} ${each.path}`,
  });
  fc.assert(
    fc.property(list, fc.constantFrom("endpoint" as const, "domain" as const), (some, grain) => {
      const operations = some.map((each, index) => ({ ...OPERATION_FIELDS, ...each, id: `op${index}` }));
      const groups = endpointGroupsOf(operations, grain);
      const routes = groups.flatMap((group) =>
        group.routes.map(({ key }) => ({ ...parseRouteKey(key), group })),
      );
      for (const operation of operations) {
        const asked = operation.path.replace(/\{\w+\}/g, "x_1");
        const route = chooseRoute(routes, operation.method, asked);
        expect(route?.group.operations, `${operation.method} ${operation.path}`).toContain(operation);
      }
    }),
    {
      numRuns: 2000,
      examples: [
        [pageOperations, "endpoint"],
        [shared, "endpoint"],
      ],
    },
  );
});

describe("what only staff call", () => {
  const groups = endpointGroupsOf(manifest.operations, "endpoint");
  const shared = groups.filter(({ operations }) => operations.every(isShared));

  test("has at most one function in each domain, besides those with more permissions", () => {
    for (const [domain, list] of Map.groupBy(manifest.operations.filter(isShared), deployedDomainOf)) {
      const ids = new Set(shared.filter((group) => group.domain === domain).map(({ id }) => id));
      expect(ids.size, domain).toBe(1);
      for (const each of list)
        expect(groups.filter(({ operations }) => operations.includes(each))).toHaveLength(1);
    }
  });

  test("needs no route below its domain's path, unless a slot of a visitors' path matches it", () => {
    const visitors = groups
      .filter((group) => !shared.includes(group))
      .flatMap(({ operations }) => operations);
    const covered = (key: string) =>
      visitors
        .flatMap((each) => pathsOf(each).map((path) => `${each.method} ${path}`))
        .some((other) => matchesPath(other, key));
    for (const { id, routes, operations } of shared) {
      const paths = operations.flatMap(pathsOf);
      const lower = routes
        .filter(({ key }) => !key.endsWith("{proxy+}") && !covered(key))
        .map(({ key }) => key.split(" ")[1] ?? "")
        .filter((path) => paths.some((other) => path.startsWith(`${other}/`)) && !isTenant(path));
      expect(lower, id).toEqual([]);
    }
  });
});

function isTenant(path: string): boolean {
  return path.split("/").length === 4 && path.endsWith("}");
}

function matchesPath(other: string, key: string): boolean {
  const [theirs, own] = [other.split("/"), key.split("/")];
  return (
    theirs.length === own.length && theirs.every((part, index) => part.startsWith("{") || part === own[index])
  );
}
