import { beforeAll, expect, test } from "vitest";
import type * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { ok } from "#test/support/client.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { bodyFor } from "#test/support/furnish.ts";
import { declaredIn, LEFT_OUT, wholeOf } from "#test/support/whole.ts";
import { holds } from "./whole/found.ts";
import type { Asked, Found, Params, Said, Way } from "./whole/way.ts";
import { ACTS, ALSO, WAYS } from "./whole/ways.ts";
import { type World, wholeWorld } from "./whole/world.ts";

type Taking = Operation & { body: z.ZodType };

const shown = new Set(operations.flatMap(({ method, returns }) => (method === "GET" ? [returns] : [])));
const takes = (operation: Operation): operation is Taking =>
  operation.body !== undefined && (operation.bodyKind ?? "json") === "json";

/** Whether an operation makes or changes a record: it says so by its status, its method, or what it answers. */
const keeps = ({ method, status, returns }: Operation) =>
  status === 201 || method === "PUT" || (method === "POST" && shown.has(returns));

const keeping = operations
  .filter(takes)
  .filter((operation) => (keeps(operation) || ALSO.includes(operation.id)) && !(operation.id in ACTS));

/** Every value differs between the two, so that none is found because it was there before, or is the default. */
const SEEDS = [1, 2];
const otherThan = (seed: number) => (seed % 2) + 1;

let world: World;

beforeAll(async () => {
  world = await wholeWorld();
});

test.each(keeping.map((operation) => [operation.id, operation] as const))(
  "%s answers and keeps every field that it declares, or says why not",
  async (id, operation) => {
    const way = WAYS[id] ?? {};
    const told: Told = { sent: new Set(), lost: new Set(), fleeting: new Set() };
    for (const seed of SEEDS) {
      for (const asked of await requests(way, seed)) await ask(operation, way, asked, seed, told);
    }
    const { not = {}, once = [], at = {} } = way;
    const unsent = declaredIn(operation.body).filter((each) => !told.sent.has(each));
    expect(
      [...new Set([...told.lost, ...unsent])].sort(),
      "fields that are lost; each has a reason, and no other has one",
    ).toEqual(Object.keys(not).sort());
    expect([...told.fleeting].sort(), "fields that are answered once, and not kept").toEqual(once.toSorted());
    expect(
      Object.keys(at).filter((each) => !told.sent.has(each) && !(each in not)),
      "places of fields that are not there",
    ).toEqual([]);
  },
);

test("each operation that is said to keep nothing, or to keep something, would count otherwise", () => {
  const named = (id: string) => operations.filter(takes).find((operation) => operation.id === id);
  const isNeeded = (id: string, otherwise: boolean) => {
    const operation = named(id);
    return operation !== undefined && keeps(operation) === otherwise;
  };
  expect(Object.keys(ACTS).filter((id) => !isNeeded(id, true))).toEqual([]);
  expect(ALSO.filter((id) => !isNeeded(id, false))).toEqual([]);
  const known = keeping.map(({ id }) => id);
  expect(Object.keys(WAYS).filter((id) => !known.includes(id))).toEqual([]);
});

/** Fields by where they are declared. */
interface Told {
  sent: Set<string>;
  /** Those that an answer did not have. */
  lost: Set<string>;
  /** Those that the answer had, and the record does not have when it is read again. */
  fleeting: Set<string>;
}

async function ask(operation: Taking, way: Way, asked: Asked, seed: number, told: Told): Promise<void> {
  const params = await paramsFor(operation, asked, seed);
  const { reply, body, leaves } = await send(operation, asked, params, seed);
  const record = recordIn(reply, way);
  const as = asked.as ?? world.callerOf(operation);
  const again = await read(operation, way, { record, body, params, as });
  for (const leaf of leaves) {
    told.sent.add(leaf.declared);
    if (!holds(way.elsewhere ? again : record, leaf, way)) told.lost.add(leaf.declared);
    else if (!holds(again, leaf, way)) told.fleeting.add(leaf.declared);
  }
}

/** What is asked of an operation, once in each form that its fields have. */
async function requests({ either = [], asks }: Way, seed: number): Promise<Asked[]> {
  const asked = (await asks?.(world, seed)) ?? {};
  const forms = Math.max(1, ...either.map((each) => each.length));
  return [asked].flat().flatMap(({ body, ...rest }) =>
    Array.from({ length: forms }, (_, form) => {
      const others = either.flatMap((each) => each.filter((_, index) => index !== form % each.length));
      return { ...rest, body: { ...body, ...Object.fromEntries(others.map((name) => [name, LEFT_OUT])) } };
    }),
  );
}

async function send(operation: Taking, { body: said, as }: Asked, params: Params, seed: number) {
  // Who sends a record back names it in the body too.
  const own =
    operation.method === "PUT" && operation.path.endsWith("}") ? params[lastSlot(operation)] : undefined;
  const fixed = own === undefined ? said : { id: own, ...said };
  const { body, leaves } = wholeOf(operation.body, { example: bodyFor(operation, world.ids), fixed, seed });
  const reply: unknown = await ok(operation, {
    params,
    as: as ?? world.callerOf(operation),
    query: exampleParameters(operation),
    raw: JSON.stringify(body),
  });
  return { reply, body: fieldsOf(body), leaves };
}

/** What a path names; what is to be changed is made for it first, with other values. */
async function paramsFor(operation: Operation, { params: own = {} }: Asked, seed: number): Promise<Params> {
  const params = Object.fromEntries(
    slotsOf(operation).map((slot) => [slot, own[slot] ?? world.ids[slot] ?? ""]),
  );
  const last = lastSlot(operation);
  const maker = operations
    .filter(takes)
    .find(({ method, path }) => method === "POST" && `${path}/{${last}}` === operation.path);
  if (operation.method !== "PUT" || !maker || own[last] !== undefined) return params;
  const way = WAYS[maker.id] ?? {};
  const [asked = {}] = await requests(way, otherThan(seed));
  const at = { ...params, ...asked.params };
  const { reply } = await send(maker, asked, at, otherThan(seed));
  return { ...at, [last]: String(recordIn(reply, way).id) };
}

/** The record as it is read again: by its own path, or as its way says. */
function read(operation: Operation, way: Way, found: Found): Promise<unknown> {
  if (way.read) return way.read(world, found);
  const { params, record, as } = found;
  const changes = operation.method === "PUT";
  const one = operations.find(
    ({ method, path }) =>
      method === "GET" && (changes ? path === operation.path : below(path) === operation.path),
  );
  if (!one) throw new Error(`${operation.id} cannot be read again: say how.`);
  return ok(one, {
    params: changes ? params : { ...params, [lastSlot(one)]: String(record.id) },
    as: as ?? world.callerOf(one),
  });
}

/** The path whose records a path names one of. */
function below(path: string): string | undefined {
  return /^(.*)\/\{\w+\}$/.exec(path)?.[1];
}

function lastSlot(operation: Operation): string {
  return slotsOf(operation).at(-1) ?? "";
}

function recordIn(reply: unknown, { within }: Way): Said {
  return fieldsOf(within ? Reflect.get(Object(reply), within) : reply);
}

function fieldsOf(value: unknown): Said {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
