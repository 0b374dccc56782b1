import { expect, test } from "vitest";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { type DirectRequest, invokeDirect } from "#test/support/direct.ts";
import { exampleParameters } from "#test/support/fixtures.ts";
import { furnish, paramsOf } from "#test/support/furnish.ts";

const Refusal = z.object({ validationErrors: z.array(z.object({ field: z.string() })) });

const withBody = operations.filter(({ body, bodyKind }) => body && (bodyKind ?? "json") === "json");
const takesEmptyBody = ({ body }: Operation) => body?.safeParse({}).success === true;

test("a missing body is an empty one for operations with optional fields only", async () => {
  const bare = withBody.filter(takesEmptyBody);
  expect(bare.length).toBeGreaterThan(40);
  const world = await furnish();
  // Operations that end the session come last.
  const ends = ({ id, needs }: Operation) => Number(needs === "OWNER" || /^(logout|delete)/.test(id));
  for (const operation of bare.toSorted((one, other) => ends(one) - ends(other))) {
    const as = world.callerOf(operation);
    const request: DirectRequest = {
      params: paramsOf(operation, world.ids),
      query: exampleParameters(operation),
      ...(as && "token" in as ? { token: as.token } : {}),
    };
    const { status, body } = await invokeDirect(operation, request);
    const fields = Refusal.safeParse(JSON.parse(body || "{}")).data?.validationErrors ?? [];
    expect(
      fields.map(({ field }) => field),
      `${operation.id} ${status} ${body}`,
    ).not.toContain("");
    expect(status, `${operation.id} ${body}`).toBeLessThan(500);
  }
});

test("a missing body is refused with the names of its required fields", async () => {
  const world = await furnish();
  for (const operation of withBody.filter((each) => !takesEmptyBody(each))) {
    const as = world.callerOf(operation);
    const request: DirectRequest = {
      params: paramsOf(operation, world.ids),
      query: exampleParameters(operation),
      ...(as && "token" in as ? { token: as.token } : {}),
    };
    const absent = await invokeDirect(operation, request);
    const empty = await invokeDirect(operation, { ...request, body: "{}" });
    expect(absent.status, `${operation.id} ${absent.body}`).toBe(empty.status);
    expect(absent.body, operation.id).toBe(empty.body);
  }
});
