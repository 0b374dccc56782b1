import * as fc from "fast-check";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import type { As } from "#test/support/client.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { bodyFor, type FurnishedStore, paramsOf } from "#test/support/furnish.ts";
import { inputOf, mutatedInput, WRONG_VALUES } from "#test/support/generate.ts";

export type StorePair = { mine: FurnishedStore; theirs: FurnishedStore; callers: As[] };

type QueryPair = [name: string, value: string];

export type RequestBody = string | Uint8Array<ArrayBuffer> | { form: FormData; how: string } | undefined;

export interface RandomRequest {
  params: Record<string, string>;
  query: QueryPair[];
  body: RequestBody;
  as: As;
  headers: Record<string, string>;
}

/** Random requests to an operation, most of them invalid. */
export function requestTo(operation: Operation, world: StorePair): fc.Arbitrary<RandomRequest> {
  const right = world.mine.callerOf(operation);
  return fc.record({
    params: anyParamsFor(operation, world),
    query: anyQueryFor(operation),
    body: anyBodyOf(operation, world),
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
        // A header sent twice arrives joined by a comma.
        { authorization: "Bearer a.b.c, Bearer a.b.c" },
        { "x-api-key": "x, y" },
        { "idempotency-key": "one, two" },
        { "content-type": "multipart/form-data; boundary=x, multipart/form-data; boundary=y" },
        { accept: ",,;q=" },
        { "x-forwarded-for": "", host: "" },
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

/** Upload parts: files without a name, of a wrong type, cut short or repeated, and any field name. */
const ANY_FILES = fc
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

/** Multipart bodies, some cut short or with a wrong content type. */
const ANY_UPLOAD: fc.Arbitrary<RequestBody> = fc
  .tuple(ANY_FILES, fc.constantFrom("whole", "whole", "whole", "short", "no boundary", "text"))
  .map(([form, how]) => ({ form, how }));

/** Form bodies: pairs, repeated pairs, JSON instead of a form, and bytes that are no text. */
const ANY_FORM_BODY: fc.Arbitrary<RequestBody> = fc.oneof(
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

function anyParamsFor(
  operation: Operation,
  { mine, theirs }: StorePair,
): fc.Arbitrary<Record<string, string>> {
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

function anyQueryFor(operation: Operation): fc.Arbitrary<QueryPair[]> {
  const once = anyParameters(operation).map((query) => Object.entries(query));
  return fc.oneof(
    { weight: 5, arbitrary: once },
    // A parameter may be sent twice.
    {
      weight: 1,
      arbitrary: fc.tuple(once, fc.nat(), fc.nat()).map(([pairs, at, other]) => {
        const [name, value] = pairs[at % Math.max(1, pairs.length)] ?? ["limit", "5"];
        return [...pairs, [name, pairs[other % Math.max(1, pairs.length)]?.[1] ?? value] satisfies QueryPair];
      }),
    },
  );
}

function anyParameters(operation: Operation): fc.Arbitrary<Record<string, string>> {
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
    WRONG_VALUES.map((value) => (typeof value === "string" ? value : JSON.stringify(value))),
  );
  const wild = fc.dictionary(names.length > 0 ? fc.constantFrom(...names, "other") : fc.string(), values, {
    maxKeys: 4,
  });
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(own) },
    { weight: 2, arbitrary: some.map((query) => ({ ...own, ...queryTexts(query) })) },
    { weight: 2, arbitrary: wild.map((query) => ({ ...own, ...queryTexts(query) })) },
  );
}

// URLs cannot contain half of a surrogate pair.
function queryTexts(query: unknown): Record<string, string> {
  const entries = typeof query === "object" && query !== null ? Object.entries(query) : [];
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.toWellFormed(), String(value).slice(0, 1500).toWellFormed()]),
  );
}

function anyBodyOf(operation: Operation, world: StorePair): fc.Arbitrary<RequestBody> {
  if (operation.bodyKind === "multipart") return ANY_UPLOAD;
  if (operation.bodyKind === "raw") return ANY_FORM_BODY;
  if (!operation.body) return fc.constant(undefined);
  const example = bodyFor(operation, world.mine.ids);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(example).map((value) => JSON.stringify(value)) },
    { weight: 5, arbitrary: inputOf(operation.body).map((value) => JSON.stringify(value)) },
    { weight: 5, arbitrary: mutatedInput(operation.body).map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "{", "null", "[]", '"', '{"a":1,"a":2}', "\ufeff{}", "1e400", "nul"),
    },
  );
}
