import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { callersOf } from "#test/support/callers.ts";
import { checkReply } from "#test/support/client.ts";
import { type DirectRequest, invokeDirect } from "#test/support/direct.ts";
import { furnish } from "#test/support/furnish.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { type LostCalls, retryLostCalls } from "#test/support/table.ts";
import { type RandomRequest, type RequestBody, requestTo, type StorePair } from "./request-parts.ts";

/** Requests to one pair of stores: after more, too many records are deleted. */
const REQUESTS_PER_ROUND = 4000;
const CONCURRENCY = 8;

interface AnswerTotals {
  byStatus: Record<number, number>;
  /** Ids of operations that succeeded at least once. */
  succeeded: Set<string>;
  /** Calls to the table that timed out, as the machine was busy. */
  late: number;
}

/**
 * Sends random requests, most of them invalid, to every operation as every kind of caller: each answer is one that the
 * operation declares, and none is a 5xx.
 */
export async function sendRandomRequests(random: Random, count: number): Promise<AnswerTotals> {
  const answers: AnswerTotals = { byStatus: {}, succeeded: new Set(), late: 0 };
  const problems = new Map<string, string>();
  await retryLostCalls(async (lateness) => {
    for (let sent = 0; sent < count; sent += REQUESTS_PER_ROUND) {
      await sendRound(random, Math.min(REQUESTS_PER_ROUND, count - sent), { answers, problems, lateness });
    }
    answers.late = lateness.late;
  });
  assert.equal(problems.size, 0, [...problems.values()].join("\n"));
  return answers;
}

async function sendRound(
  random: Random,
  count: number,
  {
    answers,
    problems,
    lateness,
  }: { answers: AnswerTotals; problems: Map<string, string>; lateness: LostCalls },
) {
  const world = await newWorld();
  const targets = random.shuffled([...operations]);
  const plans = targets.flatMap((operation) =>
    fc
      .sample(requestTo(operation, world), {
        seed: random.int(2 ** 31),
        numRuns: Math.ceil(count / targets.length),
      })
      .map((request) => ({ operation, request })),
  );
  // Shuffled, with deletions last, and operations that end the store or a session at the very end.
  const mixed = random.shuffled(plans).slice(0, count);
  const ends = ({ needs, id, method }: Operation) =>
    needs === "OWNER" || /^(logout|deleteAccount)/.test(id) ? 2 : method === "DELETE" ? 1 : 0;
  mixed.sort((one, other) => ends(one.operation) - ends(other.operation));
  await inParallel(mixed.length, CONCURRENCY, async (index) => {
    const { operation, request } = mixed[index] ?? {};
    if (!operation || !request) return;
    try {
      const status = await lateness.inTime(() => sendRequest(operation, request));
      answers.byStatus[status] = (answers.byStatus[status] ?? 0) + 1;
      if (status < 400) answers.succeeded.add(operation.id);
    } catch (error) {
      // One failure of each operation is enough.
      problems.set(operation.id, problems.get(operation.id) ?? String(error));
    }
  });
}

async function newWorld(): Promise<StorePair> {
  const [mine, theirs] = await Promise.all([furnish(), furnish()]);
  const callers = await callersOf(mine, theirs);
  return { mine, theirs, callers: [...Object.values(callers), theirs.visitor, { apiKey: "y".repeat(40) }] };
}

async function sendRequest(operation: Operation, request: RandomRequest): Promise<number> {
  const { as, params, query, headers } = request;
  const { body, type } = await bodyBytesOf(request.body);
  const typed: Record<string, string> =
    body instanceof Uint8Array ? { "content-type": type ?? "application/octet-stream" } : {};
  const sent: DirectRequest = {
    isRandom: true,
    params,
    query,
    headers: { ...typed, ...headers },
    ...(body === undefined || operation.method === "GET" ? {} : { body }),
    ...as,
  };
  const describe = () =>
    `${operation.id} with ${JSON.stringify({ ...sent, body: describeBody(request.body) }).slice(0, 1200)}`;
  try {
    const reply = await invokeDirect(operation, sent);
    assert.ok(reply.status < 500, `answered ${reply.status}`);
    const isJson = reply.headers["content-type"]?.startsWith("application/json");
    checkReply(operation, {
      status: reply.status,
      headers: new Headers(reply.headers),
      body: isJson && reply.body ? JSON.parse(reply.body) : reply.body,
    });
    return reply.status;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message.slice(0, 600) : error}: ${describe()}`);
  }
}

async function bodyBytesOf(body: RequestBody): Promise<{ body?: string | Uint8Array; type?: string }> {
  if (body === undefined) return {};
  if (typeof body === "string" || body instanceof Uint8Array) return { body };
  const form = new Response(body.form);
  const type = form.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await form.arrayBuffer());
  if (body.how === "short") return { body: bytes.slice(0, Math.floor(bytes.length / 2)), type };
  if (body.how === "no boundary") return { body: bytes, type: "multipart/form-data" };
  return { body: bytes, type: body.how === "text" ? "text/plain" : type };
}

function describeBody(body: RequestBody): unknown {
  if (body === undefined || typeof body === "string") return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString("latin1");
  const parts = [...body.form].map(([name, value]) =>
    typeof value === "string"
      ? { name, value }
      : { name, file: value.name, type: value.type, size: value.size },
  );
  return { parts, how: body.how };
}
