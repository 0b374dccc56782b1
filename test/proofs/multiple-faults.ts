import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { type DirectRequest, invokeDirect } from "#test/support/direct.ts";
import { exampleParameters } from "#test/support/fixtures.ts";
import { bodyFor, type FurnishedStore, furnish, paramsOf } from "#test/support/furnish.ts";
import { pause } from "#test/support/pause.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { interceptCalls } from "#test/support/table.ts";

const CONCURRENCY = 8;
/** Milliseconds between the replies to concurrent calls. */
const REPLY_GAP_MS = 2;
/** Calls of a request whose replies are reordered; later calls are not delayed. */
const ORDERED_CALLS = 4;
/** Orders in which the table replies: order of the calls, reversed and random. */
const REPLY_ORDERS: ((random: Random, call: number) => number)[] = [
  () => 0,
  (_, call) => Math.max(0, ORDERED_CALLS - call),
  (random) => random.int(ORDERED_CALLS),
];
/** Requests for each operation: one with all faults, the others with some. */
const REQUEST_VARIANTS = 3;
const TENANT_SLOTS = new Set(["storeId", "businessId"]);
/** Names of fields that refer to another record, and names that refer to the request's own record. */
const REFERENCE_NAME = /(id|ids|key|code|market|provider|plan|email)$/i;
const OWN_RECORD_NAME = /^(store_?id|business_?id|id)$/i;
const UNKNOWN_KEY = "unknown-one";

/** Replaces one reference in a request by an unknown one. */
type BreakReference = (request: RequestParts) => void;

type RequestParts = { params: Record<string, string>; query: Record<string, string>; body: unknown };

type AnswerTotals = { operations: number; requests: number; byCode: Record<string, number> };

/**
 * Sends requests with several faults, such as two unknown ids: each always gets the same answer, whatever the order of
 * the table's replies.
 *
 * @param times how often each is sent; three times meet each order of two replies
 */
export async function sendFaultyRequests(random: Random, times: number): Promise<AnswerTotals> {
  const world = await furnish();
  const plans = operations.flatMap((operation) =>
    faultyRequests(operation, world, random).map((request) => ({ operation, request })),
  );
  const totals: AnswerTotals = { operations: 0, requests: 0, byCode: {} };
  const problems: string[] = [];
  const refused = new Set<string>();
  const asking = new AsyncLocalStorage<{ order: number; calls: number }>();
  const late = async (_: string, next: () => Promise<unknown>) => {
    const own = asking.getStore();
    const wait = own && REPLY_ORDERS[own.order % REPLY_ORDERS.length]?.(random, own.calls++);
    if (wait) await pause(wait * REPLY_GAP_MS);
    return next();
  };
  await interceptCalls(late, () =>
    inParallel(plans.length, CONCURRENCY, async (index) => {
      const plan = plans[index];
      if (!plan) return;
      const answers = new Map<string, number>();
      for (let sent = 0; sent < times; sent++) {
        const answer = await asking.run({ order: sent, calls: 0 }, () =>
          refusalOf(plan.operation, plan.request),
        );
        // A 429 depends on earlier requests, and a success has no fault.
        if (answer === undefined) break;
        totals.requests += 1;
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
      for (const answer of answers.keys()) {
        const code = answer.slice(0, answer.indexOf("\n"));
        totals.byCode[code] = (totals.byCode[code] ?? 0) + 1;
      }
      if (answers.size > 0) refused.add(plan.operation.id);
      if (answers.size > 1)
        problems.push(
          `${plan.operation.id} ${JSON.stringify({ ...plan.request, token: undefined }).slice(0, 600)}: ${JSON.stringify([...answers])}`,
        );
    }),
  );
  totals.operations = refused.size;
  assert.equal(problems.length, 0, problems.join("\n"));
  return totals;
}

function faultyRequests(operation: Operation, world: FurnishedStore, random: Random): DirectRequest[] {
  const right = (): RequestParts => ({
    params: paramsOf(operation, world.ids),
    query: { ...exampleParameters(operation) },
    body: structuredClone(bodyFor(operation, world.ids)),
  });
  const places = [...breaksIn(right()), ...omittedBreaksIn(operation.body, right())];
  if (places.length < 2) return [];
  const some = () => {
    const shuffled = random.shuffled(places);
    return shuffled.slice(0, 2 + random.int(shuffled.length - 1));
  };
  const choices = [places, ...Array.from({ length: REQUEST_VARIANTS - 1 }, some)];
  return choices.map((chosen) => {
    const parts = right();
    for (const spoil of chosen) spoil(parts);
    return { ...validRequest(world, operation), ...asTextRequest(parts) };
  });
}

function validRequest(world: FurnishedStore, operation: Operation): DirectRequest {
  const as = world.callerOf(operation);
  return { isRandom: true, ...(as && "token" in as ? { token: as.token } : {}) };
}

function asTextRequest({
  params,
  query,
  body,
}: RequestParts): Pick<DirectRequest, "params" | "query" | "body"> {
  return { params, query, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}

function breaksIn({ params, query, body }: RequestParts): BreakReference[] {
  const slots = Object.keys(params).filter((name) => !TENANT_SLOTS.has(name));
  const asked = Object.keys(query).filter((name) => /ids?$/i.test(name));
  return [
    ...slots.map(
      (name): BreakReference =>
        (parts) => {
          parts.params[name] = unknownId(params[name]);
          // The body's copy changes too: otherwise the only fault would be that path and body differ.
          for (const said of spellingsOf(name))
            if (said in Object(parts.body)) parts.body = withUnknown(parts.body, [said]);
        },
    ),
    ...asked.map(
      (name): BreakReference =>
        (parts) => {
          parts.query[name] = unknownId(query[name]);
        },
    ),
    ...referencePathsOf(body)
      .filter(([name = ""]) => !slots.some((slot) => spellingsOf(slot).includes(name)))
      .map(
        (path): BreakReference =>
          (parts) => {
            parts.body = withUnknown(parts.body, path);
          },
      ),
  ];
}

/** References that the schema allows and the example leaves out, such as an optional provider. */
function omittedBreaksIn(schema: z.ZodType | undefined, { params, body }: RequestParts): BreakReference[] {
  const said = new Set([...Object.keys(Object(body)), ...Object.keys(params).flatMap(spellingsOf)]);
  return Object.entries(schemaFieldsOf(schema)).flatMap(([name, field]): BreakReference[] => {
    const isName = REFERENCE_NAME.test(name) && !OWN_RECORD_NAME.test(name) && !said.has(name);
    if (!isName || !field.safeParse(undefined).success || !field.safeParse(UNKNOWN_KEY).success) return [];
    return [
      (parts) => {
        parts.body = { ...Object(parts.body), [name]: UNKNOWN_KEY };
      },
    ];
  });
}

/** How a body may spell a path parameter. */
function spellingsOf(slot: string): string[] {
  return [slot, slot.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

function schemaFieldsOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodPipe)
    return { ...schemaFieldsOf(schema.in as z.ZodType), ...schemaFieldsOf(schema.out as z.ZodType) };
  return {};
}

/** Paths of the body's fields that hold an id, a key, a code or an email address. */
function referencePathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) {
    const name = [...path].reverse().find((part) => Number.isNaN(Number(part))) ?? "";
    return typeof value === "string" && REFERENCE_NAME.test(name) && !OWN_RECORD_NAME.test(name)
      ? [path]
      : [];
  }
  return Object.entries(value).flatMap(([name, inner]) => referencePathsOf(inner, [...path, name]));
}

function withUnknown(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return typeof value === "string" ? unknownId(value) : value;
  if (Array.isArray(value)) return value.with(Number(name), withUnknown(value[Number(name)], rest));
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).find(([key]) => key === name)?.[1];
  return { ...value, [name]: withUnknown(inner, rest) };
}

// The unknown id has the same shape, so that it passes validation and is looked up.
function unknownId(known = ""): string {
  if (known.includes("@")) return "nobody@nowhere.test";
  const prefix = /^[a-z]+_/.exec(known)?.[0];
  return prefix ? `${prefix}01jzzzzzzzzzzzzzzzzzzzzzzz` : UNKNOWN_KEY;
}

async function refusalOf(operation: Operation, request: DirectRequest): Promise<string | undefined> {
  const { status, body } = await invokeDirect(operation, request);
  if (status < 400 || status === 429) return undefined;
  const code = /"error":"([A-Z_.]+)"/.exec(body)?.[1] ?? "page";
  return `${status} ${code}\n${body}`;
}
