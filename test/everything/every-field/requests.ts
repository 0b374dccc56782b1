import type * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { ok } from "#test/support/client.ts";
import { completeBody, OMITTED } from "#test/support/complete-body.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { bodyFor } from "#test/support/furnish.ts";
import type { JsonObject, Params, Recipe, RequestParts, SentRecord } from "./recipe.ts";
import { RECIPES } from "./recipes.ts";
import type { World } from "./world.ts";

export type JsonOperation = Operation & { body: z.ZodType };

export const takesJson = (operation: Operation): operation is JsonOperation =>
  operation.body !== undefined && (operation.bodyKind ?? "json") === "json";

/** All values differ between the two seeds, so that no default or earlier value is taken for the sent one. */
export const SEEDS = [1, 2];
const otherSeed = (seed: number) => (seed % 2) + 1;

/** The requests that send all fields of an operation, with one of its alternative fields in each. */
export async function requestsOf(
  world: World,
  { either = [], asks }: Recipe,
  seed: number,
): Promise<RequestParts[]> {
  const parts = (await asks?.(world, seed)) ?? {};
  const forms = Math.max(1, ...either.map((each) => each.length));
  return [parts].flat().flatMap(({ body, ...rest }) =>
    Array.from({ length: forms }, (_, form) => {
      const others = either.flatMap((each) => each.filter((_, index) => index !== form % each.length));
      return { ...rest, body: { ...body, ...Object.fromEntries(others.map((name) => [name, OMITTED])) } };
    }),
  );
}

export async function sendRequest(
  world: World,
  operation: JsonOperation,
  { body: given, as }: RequestParts,
  params: Params,
  seed: number,
) {
  const { body, leaves } = wholeBody(world, operation, given, params, seed);
  const reply: unknown = await ok(operation, {
    params,
    as: as ?? world.callerOf(operation),
    query: exampleParameters(operation),
    raw: JSON.stringify(body),
  });
  return { reply, body: fieldsOf(body), leaves };
}

/** A body with all fields of an operation. */
export function wholeBody(
  { ids }: World,
  operation: JsonOperation,
  given: RequestParts["body"],
  params: Params,
  seed: number,
) {
  // A PUT of a record has its id in the body too.
  const own =
    operation.method === "PUT" && operation.path.endsWith("}") ? params[lastSlot(operation)] : undefined;
  const fixed = own === undefined ? given : { id: own, ...given };
  return completeBody(operation.body, { example: bodyFor(operation, ids), fixed, seed });
}

/** Path parameters. A record to change is created first, with other values. */
export async function paramsFor(
  world: World,
  operation: Operation,
  { params: own = {} }: RequestParts,
  seed: number,
): Promise<Params> {
  const params = Object.fromEntries(
    slotsOf(operation).map((slot) => [slot, own[slot] ?? world.ids[slot] ?? ""]),
  );
  const last = lastSlot(operation);
  const maker = operations
    .filter(takesJson)
    .find(({ method, path }) => method === "POST" && `${path}/{${last}}` === operation.path);
  if (operation.method !== "PUT" || !maker || own[last] !== undefined) return params;
  const recipe = RECIPES[maker.id] ?? {};
  const [parts = {}] = await requestsOf(world, recipe, otherSeed(seed));
  const at = { ...params, ...parts.params };
  const { reply } = await sendRequest(world, maker, parts, at, otherSeed(seed));
  return { ...at, [last]: String(recordIn(reply, recipe).id) };
}

/** Reads the record again, by its path or as its recipe says. */
export function readAgain(
  world: World,
  operation: Operation,
  recipe: Recipe,
  found: SentRecord,
): Promise<unknown> {
  if (recipe.read) return recipe.read(world, found);
  const { params, record, as } = found;
  const changes = operation.method === "PUT";
  const one = operations.find(
    ({ method, path }) =>
      method === "GET" && (changes ? path === operation.path : listPathOf(path) === operation.path),
  );
  if (!one) throw new Error(`${operation.id} cannot be read again: say how.`);
  return ok(one, {
    params: changes ? params : { ...params, [lastSlot(one)]: String(record.id) },
    as: as ?? world.callerOf(one),
  });
}

/** The path of the list that a record's path belongs to. */
function listPathOf(path: string): string | undefined {
  return /^(.*)\/\{\w+\}$/.exec(path)?.[1];
}

function lastSlot(operation: Operation): string {
  return slotsOf(operation).at(-1) ?? "";
}

export function recordIn(reply: unknown, { within }: Recipe): JsonObject {
  return fieldsOf(within ? Reflect.get(Object(reply), within) : reply);
}

function fieldsOf(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
