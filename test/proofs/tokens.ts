import assert from "node:assert/strict";
import * as fc from "fast-check";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { checkReply } from "#test/support/client.ts";
import { type DirectRequest, invokeDirect } from "#test/support/direct.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { bodyFor, paramsOf } from "#test/support/furnish.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { retryLostCalls } from "#test/support/table.ts";
import { type TokenWorld, tokenWorld } from "./token-kinds.ts";
import { anyTokenFor, type TestToken } from "./token-parts.ts";

/** A place in a request that takes a token. */
interface TokenPlace {
  operation: Operation;
  where: "authorization" | "x-api-key" | "x-support-token" | "slot" | "query" | "body" | "form";
  name: string;
}

const TOKEN_HEADERS = ["authorization", "x-api-key", "x-support-token"] as const;
const TOKEN_NAME = /token|code|state|cursor|quote|challenge|secret/i;
/** Operations that end a valid token. */
const ENDING_OPERATION = /^(logout|delete|revoke|remove)/;

const CONCURRENCY = 4;
/** Problems after which the proof stops. */
const MAX_PROBLEMS = 20;

type TokenTotals = { requests: number; byStatus: Record<number, number>; places: number };

/**
 * Sends tokens of every kind, cut, changed, signed and sealed with the service's own keys, to every place that takes a
 * token. None is answered by a 5xx, and every invalid credential by a 401.
 */
export async function sendTokens(random: Random, count: number): Promise<TokenTotals> {
  const world = await tokenWorld();
  const places = tokenPlaces();
  const sent: TokenTotals = { requests: count, byStatus: {}, places: places.length };
  const tokenAt = await anyTokenFor(world);
  // Every operation takes credentials; few fields take other tokens.
  const [credentials, others] = [places.filter(isCredential), places.filter((place) => !isCredential(place))];
  const one = fc
    .oneof(fc.constantFrom(...credentials), fc.constantFrom(...others))
    .chain((place) => tokenAt(place.name).map((token) => [place, token] as const));
  const problems: string[] = [];
  const each = fc.sample(one, { seed: random.seed, numRuns: count });
  await retryLostCalls(({ inTime }) =>
    inParallel(each.length, CONCURRENCY, async (index) => {
      const [place, token] = each[index] ?? [];
      if (!place || !token || problems.length >= MAX_PROBLEMS) return;
      try {
        const status = await inTime(() => sendToken(world, place, token));
        sent.byStatus[status] = (sent.byStatus[status] ?? 0) + 1;
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }),
  );
  assert.equal(problems.length, 0, problems.join("\n"));
  return sent;
}

/** Every place that takes a token, found by what operations declare. */
export function tokenPlaces(): TokenPlace[] {
  return operations
    .filter(({ id }) => !ENDING_OPERATION.test(id))
    .flatMap((operation) => {
      const { needs, query, body, bodyKind } = operation;
      const slots = slotsOf(operation).filter(
        (slot) => (needs === "none" || TOKEN_NAME.test(slot)) && slot !== "storeId" && slot !== "businessId",
      );
      const named = (schema: z.ZodType | undefined) =>
        (schema ? tokenNamesIn(schema) : []).filter(isTokenName);
      return [
        ...TOKEN_HEADERS.map((name) => ({ operation, where: name, name })),
        ...slots.map((name) => ({ operation, where: "slot" as const, name })),
        ...named(query).map((name) => ({ operation, where: "query" as const, name })),
        ...named(body).map((name) => ({ operation, where: "body" as const, name })),
        ...(bodyKind === "raw" ? [{ operation, where: "form" as const, name: "token" }] : []),
      ];
    });
}

function isCredential({ where }: TokenPlace): boolean {
  return where === "authorization" || where === "x-api-key";
}

function isTokenName(name: string): boolean {
  return TOKEN_NAME.test(name);
}

function tokenNamesIn(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe)
    return [schema.in, schema.out].flatMap((part) => tokenNamesIn(part as z.ZodType));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((part) => tokenNamesIn(part as z.ZodType));
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].flatMap((part) => tokenNamesIn(part as z.ZodType));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return tokenNamesIn(schema.def.innerType as z.ZodType);
  return [];
}

async function sendToken(world: TokenWorld, place: TokenPlace, token: TestToken): Promise<number> {
  const { operation } = place;
  const text = await token.make();
  const request = requestWith(world, place, text);
  const describe = () =>
    `${operation.id}, ${place.where} ${place.name}: ${token.what}: ${text.slice(0, 600)}`;
  const reply = await invokeDirect(operation, { ...request, isRandom: true });
  assert.ok(reply.status < 500, `${describe()} answered ${reply.status}`);
  if (isCredential(place) && token.isBad && operation.needs !== "none")
    assert.equal(reply.status, 401, describe());
  const isJson = reply.headers["content-type"]?.startsWith("application/json");
  checkReply(operation, {
    status: reply.status,
    headers: new Headers(reply.headers),
    body: isJson && reply.body ? JSON.parse(reply.body) : reply.body,
  });
  return reply.status;
}

function requestWith(world: TokenWorld, place: TokenPlace, token: string): DirectRequest {
  const { operation, where, name } = place;
  const params = paramsOf(operation, world.ids);
  const query = exampleParameters(operation);
  const example = bodyFor(operation, world.ids);
  const body = where === "body" ? { ...Object(example), [name]: token } : example;
  const as = world.callerOf(operation);
  const form = where === "form" ? new URLSearchParams({ [name]: token }).toString() : undefined;
  const sent = form ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    params: where === "slot" ? { ...params, [name]: token } : params,
    query: where === "query" ? { ...query, [name]: token } : query,
    headers:
      where === "authorization"
        ? { authorization: `Bearer ${token}` }
        : where === "x-api-key" || where === "x-support-token"
          ? { [where]: token }
          : form === undefined
            ? {}
            : { "content-type": "application/x-www-form-urlencoded" },
    ...(isCredential(place) ? {} : as),
    ...(sent === undefined || operation.method === "GET" ? {} : { body: sent }),
  };
}
