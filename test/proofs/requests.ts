import assert from "node:assert/strict";
import * as fc from "fast-check";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { type As, call } from "#test/support/client.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { bodyFor, type Furnished, furnish, paramsOf } from "#test/support/furnish.ts";
import { HOSTILE, inputOf, mutated } from "#test/support/generate.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { guest, member } from "#test/support/world.ts";

interface World {
  mine: Furnished;
  theirs: Furnished;
  callers: As[];
}

interface Request {
  params: Record<string, string>;
  query: Record<string, string>;
  raw: string | FormData | Uint8Array<ArrayBuffer> | undefined;
  as: As;
  headers: Record<string, string>;
}

/**
 * Random requests to every operation, made from its schemas, most of them with something wrong: each is answered as
 * the operation declares it, and none by a 5xx.
 *
 * @returns how many requests got each status
 */
export async function sendRandomRequests(random: Random, count: number): Promise<Record<number, number>> {
  const [mine, theirs] = await Promise.all([furnish(), furnish()]);
  const viewer = await member(mine.id, "viewer");
  const callers: As[] = [
    undefined,
    mine.owner,
    mine.owner,
    mine.visitor,
    viewer,
    theirs.owner,
    await guest(),
  ];
  const world: World = { mine, theirs, callers: [...callers, { token: "x" }, { apiKey: "y".repeat(40) }] };
  const statuses: Record<number, number> = {};
  const problems = new Map<string, string>();
  const targets = random.shuffled([...operations]);
  const perTarget = Math.ceil(count / targets.length);
  const plans = targets.flatMap((operation) =>
    fc
      .sample(requestTo(operation, world), { seed: random.int(2 ** 31), numRuns: perTarget })
      .map((request) => ({ operation, request })),
  );
  // Operations one after the other would meet a deleted store early: they are mixed, and what deletes it, or ends a session, comes last.
  const mixed = random.shuffled(plans).slice(0, count);
  const ends = ({ operation }: { operation: Operation }) =>
    Number(operation.needs === "OWNER" || /^logout/.test(operation.id));
  mixed.sort((one, other) => ends(one) - ends(other));
  await inParallel(mixed.length, 8, async (index) => {
    const { operation, request } = mixed[index] ?? {};
    if (!operation || !request) return;
    try {
      const { status } = await send(operation, request);
      statuses[status] = (statuses[status] ?? 0) + 1;
    } catch (error) {
      // One of each operation is enough to look into.
      problems.set(operation.id, problems.get(operation.id) ?? String(error));
    }
  });
  assert.equal(problems.size, 0, [...problems.values()].join("\n"));
  return statuses;
}

async function send(operation: Operation, { raw, ...request }: Request) {
  const told = () =>
    `${operation.id} with ${JSON.stringify({ ...request, raw: sentAs(raw) }).slice(0, 1200)}`;
  const reply = await call(operation, { ...request, ...(raw === undefined ? {} : { raw }) }).catch(
    (error: unknown) => {
      throw new Error(`${error instanceof Error ? error.message.slice(0, 600) : error}: ${told()}`);
    },
  );
  assert.ok(reply.status < 500, `${told()} was answered ${reply.status}`);
  return reply;
}

function sentAs(raw: Request["raw"]): unknown {
  if (raw instanceof FormData) {
    return [...raw].map(([name, value]) =>
      typeof value === "string"
        ? { name, value }
        : { name, file: value.name, type: value.type, size: value.size },
    );
  }
  return raw instanceof Uint8Array ? Buffer.from(raw).toString("latin1") : raw;
}

function requestTo(operation: Operation, world: World): fc.Arbitrary<Request> {
  const right = world.mine.callerOf(operation);
  return fc.record({
    params: paramsFor(operation, world),
    query: queryFor(operation),
    raw: bodyText(operation, world),
    as: fc.oneof(
      { weight: 8, arbitrary: fc.constant(right) },
      { weight: 3, arbitrary: fc.constantFrom(...world.callers) },
    ),
    headers: fc.oneof(
      { weight: 8, arbitrary: fc.constant<Record<string, string>>({}) },
      fc.constantFrom<Record<string, string>>(
        { "content-type": "text/plain" },
        { "content-type": "application/json; charset=latin1" },
        { "idempotency-key": "k" },
        { "idempotency-key": "x".repeat(256) },
        { accept: "text/html" },
        { "x-local-time": "0" },
        { "content-type": "multipart/form-data" },
        { "content-type": "multipart/form-data; boundary=" },
        { "content-type": "application/x-www-form-urlencoded" },
        { "content-type": "image/png" },
        { "content-type": "application/json, application/json" },
        { accept: "text/html, text/html;q=0, */*" },
        { "accept-language": `${"de;q=".repeat(300)}x` },
        { "if-none-match": '"a", "a", *' },
        { "content-encoding": "gzip" },
        { "x-forwarded-for": "127.0.0.1, ::1, x" },
        { "x-local-time": "99999999999" },
      ),
    ),
  });
}

const PIXEL = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);

/** Uploads of every shape: files with and without a name, of a wrong type, cut short, twice, and fields of any name. */
const UPLOADS: fc.Arbitrary<Request["raw"]> = fc
  .array(
    fc.record({
      field: fc.constantFrom("files", "file", "urls", "url", "metadata", "", "__proto__", "files[]"),
      name: fc.constantFrom("a.png", "", "../../x.png", "é\u0000.svg", "a".repeat(400), "x.exe", undefined),
      type: fc.constantFrom("image/png", "image/svg+xml", "application/octet-stream", "", "text/html", "x"),
      bytes: fc.oneof(
        fc.constant(PIXEL),
        fc.constant(PIXEL.slice(0, 20)),
        fc.uint8Array({ maxLength: 200 }),
        fc.string().map((text) => new TextEncoder().encode(`<svg>${text}</svg>`)),
      ),
    }),
    { maxLength: 4 },
  )
  .map((parts) => {
    const form = new FormData();
    for (const { field, name, type, bytes } of parts) {
      if (name === undefined) form.append(field, Buffer.from(bytes).toString("latin1"));
      else form.append(field, new File([Uint8Array.from(bytes)], name, { type }));
    }
    return form;
  });

/** Bodies of forms and callbacks: pairs, repeated ones, JSON where a form is expected, and no text at all. */
const FORMS: fc.Arbitrary<Request["raw"]> = fc.oneof(
  fc.constantFrom(
    "",
    "token=x",
    "a&".repeat(500),
    "token=a&token=b",
    "%",
    "action=cancel",
    "decision=approve",
    "{}",
    "[]",
    "null",
  ),
  fc.webQueryParameters(),
  fc.json(),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.from(bytes)),
);

const HOSTILE_IDS = [
  "x",
  "form_01j9z3k4m5n6p7q8r9s0t1v2w3",
  "__proto__",
  "constructor",
  "a:b",
  ":",
  "a:b:c:d",
  " ",
  "é".repeat(520),
  "#",
  "a#b",
  "null",
  "undefined",
  "~",
  "\u{10FFFF}",
];

function paramsFor(operation: Operation, { mine, theirs }: World): fc.Arbitrary<Record<string, string>> {
  const good = paramsOf(operation, mine.ids);
  const slots = slotsOf(operation).map((slot) => {
    const lookups = [`${mine.id}:contact`, `${theirs.id}:contact`, `${mine.id}:`, `${mine.id}:en:x`];
    const others = [theirs.ids[slot] ?? "x", ...lookups, ...HOSTILE_IDS];
    return [
      slot,
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(good[slot] ?? "x") },
        { weight: 2, arbitrary: fc.constantFrom(...others) },
      ),
    ] as const;
  });
  return fc.record(Object.fromEntries(slots)) as fc.Arbitrary<Record<string, string>>;
}

function queryFor(operation: Operation): fc.Arbitrary<Record<string, string>> {
  const own = exampleParameters(operation);
  const names = operation.query instanceof z.ZodObject ? Object.keys(operation.query.shape) : [];
  const some = operation.query ? inputOf(operation.query) : fc.constant({});
  const values = fc.oneof(
    fc.constantFrom(
      "1",
      "0",
      "true",
      "active",
      "ACTIVE",
      "x",
      "desc",
      "updated_at",
      "key",
      "[]",
      '["a"]',
      "a,b",
      "2026-01-01",
    ),
    HOSTILE.map((value) => (typeof value === "string" ? value : JSON.stringify(value))),
  );
  const wild = fc.dictionary(names.length > 0 ? fc.constantFrom(...names, "other") : fc.string(), values, {
    maxKeys: 4,
  });
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(own) },
    { weight: 2, arbitrary: some.map((query) => ({ ...own, ...asTexts(query) })) },
    { weight: 2, arbitrary: wild.map((query) => ({ ...own, ...asTexts(query) })) },
  );
}

// A browser puts no half of a surrogate pair into an address.
function asTexts(query: unknown): Record<string, string> {
  const entries = typeof query === "object" && query !== null ? Object.entries(query) : [];
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.toWellFormed(), String(value).slice(0, 1500).toWellFormed()]),
  );
}

function bodyText(operation: Operation, world: World): fc.Arbitrary<Request["raw"]> {
  if (operation.bodyKind === "multipart") return UPLOADS;
  if (operation.bodyKind === "raw") return FORMS;
  if (!operation.body) return fc.constant(undefined);
  const example = bodyFor(operation, world.mine.ids);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(example).map((value) => JSON.stringify(value)) },
    { weight: 5, arbitrary: inputOf(operation.body).map((value) => JSON.stringify(value)) },
    { weight: 5, arbitrary: mutated(operation.body).map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "{", "null", "[]", '"', '{"a":1,"a":2}', "\ufeff{}", "1e400", "nul"),
    },
  );
}
