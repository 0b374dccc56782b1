import { beforeAll, expect, test } from "vitest";
import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { declaredPaths } from "#test/support/complete-body.ts";
import { hasValue } from "./every-field/find-value.ts";
import type { Recipe, RequestParts } from "./every-field/recipe.ts";
import { ALSO_STORING, RECIPES, STORING_NOTHING } from "./every-field/recipes.ts";
import {
  type JsonOperation,
  paramsFor,
  readAgain,
  recordIn,
  requestsOf,
  SEEDS,
  sendRequest,
  takesJson,
} from "./every-field/requests.ts";
import { openWorld, type World } from "./every-field/world.ts";

const readTypes = new Set(operations.flatMap(({ method, returns }) => (method === "GET" ? [returns] : [])));

/** Whether an operation stores a record, by its status, method or return type. */
const storesRecord = ({ method, status, returns }: Operation) =>
  status === 201 || method === "PUT" || (method === "POST" && readTypes.has(returns));

const storingOperations = operations
  .filter(takesJson)
  .filter(
    (operation) =>
      (storesRecord(operation) || ALSO_STORING.includes(operation.id)) && !(operation.id in STORING_NOTHING),
  );

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

test.each(storingOperations.map((operation) => [operation.id, operation] as const))(
  "%s answers and stores every field that it declares, or has a reason",
  async (id, operation) => {
    const recipe = RECIPES[id] ?? {};
    const results: FieldResults = { sent: new Set(), lost: new Set(), fleeting: new Set() };
    for (const seed of SEEDS) {
      for (const request of await requestsOf(world, recipe, seed))
        await checkOperation(operation, recipe, request, seed, results);
    }
    const { not = {}, once = [], at = {} } = recipe;
    const unsent = declaredPaths(operation.body).filter((each) => !results.sent.has(each));
    expect(
      [...new Set([...results.lost, ...unsent])].sort(),
      "lost fields; exactly these have a reason",
    ).toEqual(Object.keys(not).sort());
    expect([...results.fleeting].sort(), "fields that are answered once and not stored").toEqual(
      once.toSorted(),
    );
    expect(
      Object.keys(at).filter((each) => !results.sent.has(each) && !(each in not)),
      "paths of missing fields",
    ).toEqual([]);
  },
);

test("each listed exception is one that the rule would judge differently", () => {
  const named = (id: string) => operations.filter(takesJson).find((operation) => operation.id === id);
  const isNeeded = (id: string, otherwise: boolean) => {
    const operation = named(id);
    return operation !== undefined && storesRecord(operation) === otherwise;
  };
  expect(Object.keys(STORING_NOTHING).filter((id) => !isNeeded(id, true))).toEqual([]);
  expect(ALSO_STORING.filter((id) => !isNeeded(id, false))).toEqual([]);
  const known = storingOperations.map(({ id }) => id);
  expect(Object.keys(RECIPES).filter((id) => !known.includes(id))).toEqual([]);
});

/** Fields by the path of their declaration. */
interface FieldResults {
  sent: Set<string>;
  /** Fields that the answer lacked. */
  lost: Set<string>;
  /** Fields in the answer that the record lacks when it is read again. */
  fleeting: Set<string>;
}

async function checkOperation(
  operation: JsonOperation,
  recipe: Recipe,
  request: RequestParts,
  seed: number,
  results: FieldResults,
): Promise<void> {
  const params = await paramsFor(world, operation, request, seed);
  const { reply, body, leaves } = await sendRequest(world, operation, request, params, seed);
  const record = recordIn(reply, recipe);
  const as = request.as ?? world.callerOf(operation);
  const again = await readAgain(world, operation, recipe, { record, body, params, as });
  for (const leaf of leaves) {
    results.sent.add(leaf.declared);
    if (!hasValue(recipe.elsewhere ? again : record, leaf, recipe)) results.lost.add(leaf.declared);
    else if (!hasValue(again, leaf, recipe)) results.fleeting.add(leaf.declared);
  }
}
