import { beforeAll, describe, expect, test } from "vitest";
import { ApiError } from "#core/errors.ts";
import type { Operation } from "#core/http/contract.ts";
import { parseInput } from "#core/http/input.ts";
import { newId } from "#core/id.ts";
import { schemaOf } from "#core/queue/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { fixtureOf } from "#infra/fixture-events.ts";
import {
  Envelope,
  HttpFixture,
  QueueFixture,
  ScheduleFixture,
  StreamFixture,
} from "#test/support/aws-events.ts";
import { type As, call } from "#test/support/client.ts";
import { exampleBody, exampleEvent, exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { bodyFor, type FurnishedStore, furnish, paramsOf } from "#test/support/furnish.ts";

const WRONG_CREDENTIALS: As[] = [
  { token: "garbage" },
  { token: "a.b.c" },
  { token: `sfk_${"0".repeat(52)}_${"0".repeat(64)}_0000000` },
  { apiKey: "x".repeat(40) },
];

const MALFORMED_JSON = ['{"a":', "{'a': 1}", "\u0000", '{"a":1}}'];
const WRONG_TYPES = ["text/plain", "application/x-www-form-urlencoded", "application/xml"];

let ownStore: FurnishedStore;

beforeAll(async () => {
  ownStore = await furnish();
});

const isJson = ({ body, bodyKind }: Operation) => body !== undefined && (bodyKind ?? "json") === "json";

/**
 * All operations share the code that reads credentials and bodies. So each operation is tested with one of the
 * cases, in turn, and each case with many operations.
 */
const inTurn = <T>(ways: readonly T[], operation: Operation): T[] =>
  ways.filter((_, index) => index === operations.indexOf(operation) % ways.length);

const testIf = (applies: unknown) => (applies ? test : () => undefined);

describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  test("has a valid event in the shape that AWS sends", () => {
    const event = exampleEvent(operation);
    const slots = slotsOf(operation);
    expect(event.routeKey).toBe(`${operation.method} ${operation.path}`);
    expect(event.requestContext.routeKey).toBe(event.routeKey);
    expect(event.requestContext.http).toMatchObject({ method: operation.method, path: event.rawPath });
    expect(Object.keys(event.pathParameters ?? {}).sort()).toEqual(slots.sort());
    expect(operation.path.replace(/\{(\w+)\}/g, (_, slot) => event.pathParameters?.[slot] ?? "")).toBe(
      event.rawPath,
    );
    expect(new URLSearchParams(event.queryStringParameters).toString()).toBe(event.rawQueryString);
    if (operation.query) operation.query.parse(event.queryStringParameters ?? {});
    if (isJson(operation)) operation.body?.parse(JSON.parse(event.body ?? ""));
  });

  testIf(operation.needs !== "none")("refuses an invalid credential: 401", async () => {
    const params = paramsOf(operation, ownStore.ids);
    for (const as of inTurn(WRONG_CREDENTIALS, operation)) {
      expect(await callExample(operation, { params, as })).toMatchObject({
        status: 401,
        error: "GENERAL.UNAUTHENTICATED",
      });
    }
  });

  testIf(isJson(operation))("refuses a body that is not JSON, or not sent as JSON: 400", async () => {
    const params = paramsOf(operation, ownStore.ids);
    const as = ownStore.callerOf(operation);
    for (const raw of inTurn(MALFORMED_JSON, operation)) {
      expect(await callExample(operation, { params, as, raw })).toMatchObject({
        status: 400,
        error: "GENERAL.BAD_REQUEST",
      });
    }
    const raw = JSON.stringify(exampleBody(operation));
    for (const type of inTurn(WRONG_TYPES, operation)) {
      const reply = await callExample(operation, { params, as, raw, headers: { "content-type": type } });
      expect(reply, type).toMatchObject({ status: 400, error: "GENERAL.BAD_REQUEST" });
    }
  });

  testIf(isJson(operation))("refuses a body of the wrong shape, naming the fields: 400", async () => {
    const params = paramsOf(operation, ownStore.ids);
    const as = ownStore.callerOf(operation);
    const wrong = wrongBodies(operation);
    for (const { value } of wrong)
      expect(fieldsAtFault(operation, value), JSON.stringify(value)).not.toEqual([]);
    // One body for each field, and one that is no object.
    for (const group of Map.groupBy(wrong, ({ field }) => field).values()) {
      for (const { value } of inTurn(group, operation)) {
        const reply = await callExample(operation, { params, as, raw: JSON.stringify(value) });
        expect(reply, JSON.stringify(value)).toMatchObject({
          status: 400,
          error: "GENERAL.VALIDATION_FAILED",
          fields: fieldsAtFault(operation, value),
        });
      }
    }
  });

  testIf(operation.query)("refuses a query of the wrong shape: 400", async () => {
    const params = paramsOf(operation, ownStore.ids);
    const as = ownStore.callerOf(operation);
    const own = exampleParameters(operation);
    const wrong = WRONG_QUERIES.filter(
      ([name, value]) => !operation.query?.safeParse({ ...own, [name]: value }).success,
    );
    // One value for each parameter.
    for (const group of Map.groupBy(wrong, ([name]) => name).values()) {
      for (const [name, value] of inTurn(group, operation)) {
        const query = { ...own, [name]: value };
        const reply = await callExample(operation, { params, as, query, ids: ownStore.ids });
        expect(reply, `${name}=${value}`).toMatchObject({ status: 400 });
      }
    }
  });

  testIf(operation.method === "PUT" && isJson(operation) && /\}$/.test(operation.path))(
    "refuses a body whose id is not the path's: 400",
    async () => {
      const params = paramsOf(operation, ownStore.ids);
      const raw = JSON.stringify(Object.assign({}, bodyFor(operation, ownStore.ids), { id: newId("other") }));
      const reply = await callExample(operation, { params, as: ownStore.callerOf(operation), raw });
      expect(reply).toMatchObject({ status: 400, error: "GENERAL.VALIDATION_FAILED", fields: ["id"] });
    },
  );
});

test("every worker has an event of its trigger", () => {
  for (const worker of workers) {
    const { id, trigger } = worker;
    const event = fixtureOf(worker);
    if (trigger.kind === "queue") {
      for (const { body } of QueueFixture.parse(event).Records) {
        const sent: unknown = JSON.parse(body);
        const message = trigger.foreign ? sent : Envelope.parse(sent).body;
        expect(() => schemaOf(trigger).parse(message), id).not.toThrow();
      }
    }
    if (trigger.kind === "stream") StreamFixture.parse(event);
    if (trigger.kind === "schedule") ScheduleFixture.parse(event);
    if (trigger.kind === "url") HttpFixture.parse(event);
  }
});

test("the furnished store has a record for most path slots", () => {
  const slots = new Set(operations.flatMap(slotsOf));
  const missing = [...slots].filter((slot) => ownStore.ids[slot] === undefined);
  console.info(`Slots without a record to try: ${missing.join(", ") || "none"}`);
  expect(ownStore.ids).toMatchObject({ formId: expect.any(String), submissionId: expect.any(String) });
});

const WRONG_QUERIES = [
  ["limit", "0"],
  ["limit", "101"],
  ["limit", "1e1"],
  ["limit", "ten"],
  ["cursor", "not-a-cursor"],
  ["sort_field", "id"],
  ["sort_direction", "up"],
  ["created_at_from", "yesterday"],
  ["created_at_to", "2026-13-45"],
  ["ids", '["a"'],
  ["ids", "[1]"],
  ["status", "no such status"],
] as const;

interface RequestOptions {
  params: Record<string, string>;
  as?: As;
  raw?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  ids?: Record<string, string>;
}

/** Calls an operation, by default with its own example. */
async function callExample(operation: Operation, asked: RequestOptions) {
  const { raw, ids = ownStore.ids, query = exampleParameters(operation), ...rest } = asked;
  const text = raw ?? (isJson(operation) ? JSON.stringify(bodyFor(operation, ids)) : undefined);
  const { status, body } = await call(operation, {
    ...rest,
    query,
    ...(text === undefined ? {} : { raw: text }),
  });
  if (typeof body !== "object" || body === null || !("validationErrors" in body)) {
    return { status, error: "", fields: [] };
  }
  return { status, error: body.error, fields: body.validationErrors.map(({ field }) => field) };
}

/**
 * Bodies that break the schema: not an object, or each field with another type. Null counts as absent, so it
 * is wrong only for required fields.
 */
function wrongBodies(operation: Operation): { field?: string; value: unknown }[] {
  const example = exampleBody(operation);
  const fields = typeof example === "object" && example !== null ? Object.entries(example) : [];
  const shapes = [
    ...[null, 42, "text", true, [], [[]]].map((value) => ({ value })),
    ...fields.flatMap(([field, value]) =>
      [null, 42, "text", true, [], {}, [null], { "": {} }]
        .filter((wrong) => typeof wrong !== typeof value || typeof wrong === "object")
        .map((wrong) => ({ field, value: { ...Object.fromEntries(fields), [field]: wrong } })),
    ),
  ];
  return shapes.filter(
    ({ value }) => ![value, withoutNulls(value)].some((each) => operation.body?.safeParse(each).success),
  );
}

/** The fields at fault in a body, from the schema alone. */
function fieldsAtFault({ body }: Operation, value: unknown): string[] {
  try {
    if (body) parseInput(body, value);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.validationErrors.map(({ field }) => field);
  }
}

function withoutNulls(shape: unknown): unknown {
  if (typeof shape !== "object" || shape === null || Array.isArray(shape)) return shape;
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== null));
}
