import { beforeAll, expect, test } from "vitest";
import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { declaredPaths } from "#test/support/complete-body.ts";
import { hasValue } from "./every-field/find-value.ts";
import type { Recipe, RequestParts } from "./every-field/recipe.ts";
import { ALSO_SAVING, RECIPES, SAVING_NOTHING } from "./every-field/recipes.ts";
import {
  type JsonOperation,
  paramsFor,
  readAgain,
  recordIn,
  requests,
  SEEDS,
  sendRequest,
  takesJson,
} from "./every-field/requests.ts";
import { openWorld, type World } from "./every-field/world.ts";

const shown = new Set(operations.flatMap(({ method, returns }) => (method === "GET" ? [returns] : [])));

/** Whether an operation makes or changes a record: it says so by its status, its method, or what it answers. */
const keeps = ({ method, status, returns }: Operation) =>
  status === 201 || method === "PUT" || (method === "POST" && shown.has(returns));

const keeping = operations
  .filter(takesJson)
  .filter(
    (operation) =>
      (keeps(operation) || ALSO_SAVING.includes(operation.id)) && !(operation.id in SAVING_NOTHING),
  );

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

test.each(keeping.map((operation) => [operation.id, operation] as const))(
  "%s answers and keeps every field that it declares, or says why not",
  async (id, operation) => {
    const way = RECIPES[id] ?? {};
    const told: Told = { sent: new Set(), lost: new Set(), fleeting: new Set() };
    for (const seed of SEEDS) {
      for (const asked of await requests(world, way, seed)) await ask(operation, way, asked, seed, told);
    }
    const { not = {}, once = [], at = {} } = way;
    const unsent = declaredPaths(operation.body).filter((each) => !told.sent.has(each));
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
  const named = (id: string) => operations.filter(takesJson).find((operation) => operation.id === id);
  const isNeeded = (id: string, otherwise: boolean) => {
    const operation = named(id);
    return operation !== undefined && keeps(operation) === otherwise;
  };
  expect(Object.keys(SAVING_NOTHING).filter((id) => !isNeeded(id, true))).toEqual([]);
  expect(ALSO_SAVING.filter((id) => !isNeeded(id, false))).toEqual([]);
  const known = keeping.map(({ id }) => id);
  expect(Object.keys(RECIPES).filter((id) => !known.includes(id))).toEqual([]);
});

/** Fields by where they are declared. */
interface Told {
  sent: Set<string>;
  /** Those that an answer did not have. */
  lost: Set<string>;
  /** Those that the answer had, and the record does not have when it is read again. */
  fleeting: Set<string>;
}

async function ask(
  operation: JsonOperation,
  way: Recipe,
  asked: RequestParts,
  seed: number,
  told: Told,
): Promise<void> {
  const params = await paramsFor(world, operation, asked, seed);
  const { reply, body, leaves } = await sendRequest(world, operation, asked, params, seed);
  const record = recordIn(reply, way);
  const as = asked.as ?? world.callerOf(operation);
  const again = await readAgain(world, operation, way, { record, body, params, as });
  for (const leaf of leaves) {
    told.sent.add(leaf.declared);
    if (!hasValue(way.elsewhere ? again : record, leaf, way)) told.lost.add(leaf.declared);
    else if (!hasValue(again, leaf, way)) told.fleeting.add(leaf.declared);
  }
}
