import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { call } from "#test/support/client.ts";
import { exampleParameters } from "#test/support/fixtures.ts";
import type { Recipe } from "./every-field/recipe.ts";
import { RECIPES } from "./every-field/recipes.ts";
import {
  paramsFor,
  readAgain,
  recordIn,
  requestsOf,
  sendRequest,
  takesJson,
} from "./every-field/requests.ts";
import { openWorld, type World } from "./every-field/world.ts";

/** Changes that need no version, because only one person can make them, or they change no record. */
const UNVERSIONED: Record<string, string> = {
  renameApiToken: "one's own token",
  updateBusinessEvent: "a note of what was done, which is written once",
};

/** Changes of records that show no version when read again. */
const READ_WITHOUT_VERSION: Record<string, string> = {
  updateShipment: "a part of an order, which stands in it",
};

const changes = operations
  .filter(takesJson)
  .filter(({ method, path, id }) => method === "PUT" && path.endsWith("}") && !(id in UNVERSIONED));

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

test("every change of a shared record accepts a version and answers one", () => {
  const unversioned = changes.filter(
    ({ body, returns }) => !("version" in shapeOf(body)) || !answersVersion(returns),
  );
  expect(unversioned.map(({ id }) => id)).toEqual([]);
  expect(
    Object.keys(UNVERSIONED).filter((id) => !operations.some((operation) => operation.id === id)),
  ).toEqual([]);
});

test.each(changes.map((operation) => [operation.id, operation] as const))(
  "%s changes only the version that it names",
  async (id, operation) => {
    const recipe = RECIPES[id] ?? {};
    const [asked = {}] = await requestsOf(world, recipe, 1);
    const asIs = await paramsFor(world, operation, asked, 1);
    const { reply, body } = await sendRequest(world, operation, asked, asIs, 1);
    const as = asked.as ?? world.callerOf(operation);
    const record = recordIn(reply, recipe);
    // Another email address would be another customer.
    const params = id === "updateCustomer" ? { ...asIs, contactId: String(record.id) } : asIs;
    const version = versionIn(reply, recipe);
    const again = await readAgain(world, operation, recipe, { record, body, params, as });
    if (!(id in READ_WITHOUT_VERSION)) expect(versionIn(again, recipe), "read again").toBe(version);
    // Stock levels are counters and are not sent a second time.
    const { variants: _, ...same } = body;
    const put = async (meant?: number) => {
      const raw = JSON.stringify({ ...same, version: meant });
      return call(operation, { params, as, query: exampleParameters(operation), raw });
    };
    expect((await put(version + 1)).status).toBe(409);
    expect((await put(version)).status).toBe(200);
    expect((await put()).status).toBe(200);
  },
);

function versionIn(reply: unknown, recipe: Recipe): number {
  const { version = recordIn(reply, recipe).version } = recordIn(reply, {});
  return z.int().min(1).parse(version);
}

function shapeOf(body: z.ZodType | undefined): object {
  const { def } = (body as unknown as { _zod: { def: { type: string; shape?: object; out?: z.ZodType } } })
    ._zod;
  return def.shape ?? (def.out ? shapeOf(def.out) : {});
}

function answersVersion(returns: Operation["returns"]): boolean {
  if (!(returns instanceof z.ZodObject)) return false;
  return (
    "version" in returns.shape ||
    Object.values(returns.shape).some((part) => part instanceof z.ZodObject && "version" in part.shape)
  );
}
