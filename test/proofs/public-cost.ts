import { AsyncLocalStorage } from "node:async_hooks";
import * as fc from "fast-check";
import { type TableCall, watchTable } from "#core/dynamo/client.ts";
import type { Operation } from "#core/http/contract.ts";
import { services as servicePages } from "#functions/booking/services/routes.ts";
import { operations } from "#functions/manifest.ts";
import { providers, services } from "#lib/booking/bookables/table.ts";
import { products } from "#lib/commerce/products/table.ts";
import { entries } from "#lib/content/entries/table.ts";
import { nodes } from "#lib/content/nodes/table.ts";
import { copyRecord } from "#test/bench/copy-record.ts";
import { ok } from "#test/support/client.ts";
import { type DirectRequest, invokeDirect } from "#test/support/direct.ts";
import { exampleParameters } from "#test/support/fixtures.ts";
import { bodyFor, type FurnishedStore, furnish, paramsOf } from "#test/support/furnish.ts";
import { inputOf } from "#test/support/generate.ts";
import { inParallel, type Random } from "#test/support/random.ts";

/** Limits for a call without an account. */
export const MAX_COST = { tableCalls: 25, milliseconds: 150 } as const;

/** Operations with their own limits: pictures and password checks. */
const EXCLUDED_OPERATIONS = new Set([
  "transformImage",
  "login",
  "registerUser",
  "resetForgottenPassword",
  "confirmUser",
]);

interface RequestCost {
  operation: string;
  request: string;
  tableCalls: number;
  /** CPU of the cheaper of two runs. */
  milliseconds: number;
}

interface CostOptions {
  /** Stops other work of this process, whose CPU would count too. */
  quiet?: () => void | Promise<void>;
  /** Operations at a time; CPU is measured only if it is one. */
  width: number;
}

/**
 * Finds the most expensive request to each public operation, in a store with many records.
 *
 * @param tries requests to each operation
 * @param records copies of each kind of record
 * @returns one request for each operation, those with most table calls first
 */
export async function mostExpensiveRequests(
  random: Random,
  tries: number,
  records: number,
  { quiet, width }: CostOptions,
): Promise<RequestCost[]> {
  const store = await furnish();
  const named = await copyRecords(store, records);
  await quiet?.();
  const open = operations.filter(
    ({ needs, id }) => /^(none|public|visitor)$/.test(needs) && !EXCLUDED_OPERATIONS.has(id),
  );
  watchTable((call) => recordedCalls.getStore()?.push(call));
  // One seed for each operation, so that their order does not matter.
  const seeds = open.map(() => random.int(2 ** 31));
  const costs = await inParallel(open.length, width, async (index) => {
    const operation = open[index];
    if (!operation) return undefined;
    const requests = fc.sample(requestTo(operation, store), { seed: seeds[index] ?? 0, numRuns: tries });
    const found: RequestCost[] = [];
    const worst = costlyQueries(operation, named).map((query) => ({ ...requests[0], query }));
    for (const request of [...requests, ...worst]) {
      found.push(await costOf(operation, request));
    }
    const most = found.toSorted(
      (one, other) => other.tableCalls - one.tableCalls || other.milliseconds - one.milliseconds,
    )[0];
    const slowest = Math.max(...found.map(({ milliseconds }) => milliseconds));
    return most && { ...most, milliseconds: slowest };
  });
  watchTable(undefined);
  const found = costs.filter((cost) => cost !== undefined);
  return found.toSorted((one, other) => other.tableCalls - one.tableCalls);
}

/** Most providers that may be connected to one service. */
const MAX_CONNECTIONS = 40;

/** Copies each kind of record and connects all providers to one service; returns the ids by kind. */
async function copyRecords({ ids, owner }: FurnishedStore, count: number): Promise<string[][]> {
  const { storeId = "", businessId = "", productId, nodeId, entryId, serviceId = "", providerId } = ids;
  const inStore = (id: string) => ({ store_id: storeId, id });
  const inBusiness = (id: string) => ({ businessId, id });
  const many = async (id: string | undefined, key: Parameters<typeof copyRecord>[0]["key"]) =>
    id ? copyRecord({ id, key }, count) : [];
  const staff = await many(providerId, (id) => providers.key(inBusiness(id)));
  await ok(servicePages.updateService, {
    params: { businessId, serviceId },
    as: owner,
    body: { providers: staff.slice(0, MAX_CONNECTIONS).map((each) => ({ providerId: each })) },
  });
  return [
    staff,
    await many(serviceId, (id) => services.key(inBusiness(id))),
    await many(productId, (id) => products.key(inStore(id))),
    await many(nodeId, (id) => nodes.key(inStore(id))),
    await many(entryId, (id) => entries.key(inStore(id))),
  ];
}

async function costOf(operation: Operation, request: DirectRequest): Promise<RequestCost> {
  const [first, second] = [
    await measureRequest(operation, request),
    await measureRequest(operation, request),
  ];
  const { query, params, body } = request;
  return {
    operation: operation.id,
    request: JSON.stringify({ query, params, body }).slice(0, 300),
    tableCalls: Math.max(first.tableCalls, second.tableCalls),
    milliseconds: Math.min(first.milliseconds, second.milliseconds),
  };
}

// Ticks run in this process too: their calls must not count.
const recordedCalls = new AsyncLocalStorage<TableCall[]>();

async function measureRequest(operation: Operation, request: DirectRequest) {
  const calls: TableCall[] = [];
  const { user, system } = process.cpuUsage();
  await recordedCalls.run(calls, () => invokeDirect(operation, { ...request, isRandom: true }));
  const spent = process.cpuUsage({ user, system });
  return { tableCalls: calls.length, milliseconds: (spent.user + spent.system) / 1000 };
}

function requestTo(operation: Operation, store: FurnishedStore): fc.Arbitrary<DirectRequest> {
  const caller = store.callerOf(operation);
  const token = caller && "token" in caller ? caller.token : undefined;
  const example = bodyFor(operation, store.ids);
  const bodies = operation.body
    ? fc.oneof(
        fc.constant(JSON.stringify(example)),
        inputOf(operation.body).map((value) => JSON.stringify(value)),
      )
    : fc.constant(undefined);
  return fc.record({
    params: fc.constant(paramsOf(operation, store.ids)),
    query: anyQuery(operation),
    ...(operation.method === "GET" ? {} : { body: bodies.map((body) => body ?? "") }),
    ...(token && operation.needs === "visitor" ? { token: fc.constant(token) } : {}),
  });
}

function anyQuery(operation: Operation): fc.Arbitrary<Record<string, string>> {
  if (!operation.query) return fc.constant({});
  return fc.oneof(
    fc.constant(costlyQuery(operation)),
    inputOf(operation.query).map((value) => ({ ...costlyQuery(operation), ...queryTexts(value) })),
    inputOf(operation.query).map((value) => ({
      ...costlyQuery(operation),
      ...queryTexts(value),
      limit: "1",
    })),
  );
}

/** The largest page, a page behind a filter that matches nothing, and a hundred records by id. */
function costlyQueries(operation: Operation, named: string[][]): Record<string, string>[] {
  const all = costlyQuery(operation);
  const takes = (name: string) => queryNamesOf(operation).includes(name);
  const nothing = Object.fromEntries(
    ["priceFrom", "price_from"].filter(takes).map((name) => [name, "900000000"]),
  );
  return [
    all,
    ...(takes("limit") ? [{ ...all, ...nothing, limit: "1" }] : []),
    ...(takes("ids") ? named.map((ids) => ({ ...all, ids: ids.slice(0, 100).join(",") })) : []),
  ];
}

function costlyQuery(operation: Operation): Record<string, string> {
  const now = Math.floor(Date.now() / 1000);
  const all: Record<string, string> = {
    limit: "100",
    hydrate: "true",
    from: String(now),
    to: String(now + 30 * 24 * 3600),
    in_stock: "true",
    price_from: "0",
  };
  const known = Object.entries(all).filter(([name]) => queryNamesOf(operation).includes(name));
  return { ...exampleParameters(operation), ...Object.fromEntries(known) };
}

function queryNamesOf({ query }: Operation): string[] {
  return query && "shape" in query ? Object.keys(query.shape ?? {}) : [];
}

function queryTexts(query: unknown): Record<string, string> {
  if (typeof query !== "object" || query === null) return {};
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value).slice(0, 500).toWellFormed()]));
}
