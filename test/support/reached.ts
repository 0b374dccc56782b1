import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import { errorsOf } from "#core/http/openapi.ts";
import { isWithheld } from "#core/view-schema.ts";
import { operations } from "#functions/manifest.ts";
import { allSteps, watchSteps } from "./lives.ts";

/** Names the folder in which the processes of a run write down what they saw. */
const FOLDER = "REACHED_FOLDER";

/** What the reference documents and no test of a run reached. */
export interface Unreached {
  operations: string[];
  codes: string[];
  /** `createForm.fields[].key`, named by the first operation that answers it. */
  fields: string[];
  /** `createForm.status=archived`, likewise. */
  statuses: string[];
  /** `publication: cancel, draft to cancelled`: each way that a happening leads along. */
  steps: string[];
  counts: Record<Kind, string>;
}

export type Kind = "operations" | "codes" | "fields" | "statuses" | "steps";

const seen = new Set<string>();
let noted = 0;

/**
 * Begins to collect, over all processes that get the variable. A folder that it names already is kept: the parts of a
 * suite that ran one after the other add up there.
 */
export function collectReached() {
  const kept = process.env[FOLDER];
  const folder = kept ?? mkdtempSync(join(tmpdir(), "reached-"));
  noteSteps(folder);
  return {
    environment: { [FOLDER]: folder },
    end: () => {
      const all = readdirSync(folder).flatMap((file) =>
        readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean),
      );
      if (!kept) rmSync(folder, { recursive: true });
      return unreached(new Set(all));
    },
  };
}

/** Notes what a reply shows: that an operation succeeds, a code, and fields that are not null. */
export function noteReply(operation: Operation, status: number, body: unknown): void {
  if (!process.env[FOLDER]) return;
  if (status < 400) {
    seen.add(`operation ${operation.id}`);
    if (operation.returns instanceof z.ZodType) walk(operation.returns, body);
  } else if (typeof body === "object" && body !== null && "error" in body) seen.add(`code ${body.error}`);
  writeDown(process.env[FOLDER]);
}

/** Notes each step of a record's life that this process takes from now on. */
export function noteSteps(folder = process.env[FOLDER]): void {
  if (!folder) return;
  watchSteps((step) => {
    seen.add(`step ${step}`);
    writeDown(folder);
  });
}

function writeDown(folder: string): void {
  if (seen.size === noted) return;
  appendFileSync(join(folder, `${process.pid}.txt`), `${[...seen].slice(noted).join("\n")}\n`);
  noted = seen.size;
}

/**
 * Fields and statuses that no test reaches yet, each with what it needs. What gets a test of its own is taken out of here.
 */
const NOT_YET: Record<string, string> = {
  "currentCart.created_by_account_id": "nothing: no link leads to a cart that staff made",
  "currentCart.merged_into_cart_id": "nothing: whoever asks for one that was joined gets the other",
  "listCarts.items[].dropped": "nothing: the answer that joins two carts alone says what it dropped",
  "listCarts.items[].token": "nothing: the link of a cart is its visitor's alone",
};

function unreached(reached: Set<string>): Unreached {
  const codes = new Set(operations.flatMap(errorsOf).map(({ code }) => code));
  const objects = [...names()];
  const fields = objects.flatMap(([, { name, fields: own }]) => own.map((field) => `${name}.${field}`));
  const statuses = objects.flatMap(([schema, { name }]) =>
    Object.entries((schema as z.ZodObject).shape).flatMap(([field, inner]) =>
      valuesOf(field, inner as z.ZodType).map((value) => `${name}.${field}=${value}`),
    ),
  );
  const steps = allSteps();
  const missing = (kind: string, all: Iterable<string>) =>
    [...all].filter((each) => !reached.has(`${kind} ${each}`) && !(each in NOT_YET)).sort();
  const lists = {
    operations: missing(
      "operation",
      operations.map(({ id }) => id),
    ),
    codes: missing("code", codes),
    fields: missing("field", fields),
    statuses: missing("status", statuses),
    steps: missing("step", steps),
  };
  const share = (list: string[], all: number) => `${all - list.length} of ${all}`;
  return {
    ...lists,
    counts: {
      operations: share(lists.operations, operations.length),
      codes: share(lists.codes, codes.size),
      fields: share(lists.fields, fields.length),
      statuses: share(lists.statuses, statuses.length),
      steps: share(lists.steps, steps.length),
    },
  };
}

interface Named {
  name: string;
  fields: string[];
}

let known: Map<z.ZodType, Named> | undefined;

/** Each object schema that some operation answers, named by where it is met first: the same in every process. */
function names(): Map<z.ZodType, Named> {
  if (known) return known;
  const found = new Map<z.ZodType, Named>();
  const visit = (schema: z.ZodType, name: string): void => {
    if (schema instanceof z.ZodObject) {
      if (found.has(schema)) return;
      const shape = schema.shape as Record<string, z.ZodType>;
      // What is always null has nothing to show.
      const isNull = (inner: z.ZodType) => inner instanceof z.ZodNull || isWithheld(inner);
      const shown = Object.entries(shape).filter(([, inner]) => !isNull(inner));
      found.set(schema, { name, fields: shown.map(([field]) => field) });
      for (const [field, inner] of Object.entries(shape)) visit(inner, `${name}.${field}`);
      return;
    }
    for (const [inner, mark] of partsOf(schema)) visit(inner, `${name}${mark}`);
  };
  for (const { id, returns } of operations) if (returns instanceof z.ZodType) visit(returns, id);
  known = found;
  return found;
}

function walk(schema: z.ZodType, value: unknown): void {
  if (value === null || value === undefined) return;
  if (schema instanceof z.ZodObject) {
    if (typeof value !== "object") return;
    const named = names().get(schema);
    for (const [field, inner] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      const own = Reflect.get(value, field);
      if (own === null || own === undefined) continue;
      if (named) seen.add(`field ${named.name}.${field}`);
      if (named && typeof own === "string" && valuesOf(field, inner).includes(own))
        seen.add(`status ${named.name}.${field}=${own}`);
      walk(inner, own);
    }
    return;
  }
  for (const [inner, mark] of partsOf(schema)) {
    if (mark === "[]" || mark === "{}") {
      const each = typeof value === "object" ? Object.values(value) : [];
      // A few say as much as a hundred.
      for (const one of each.slice(0, 5)) walk(inner, one);
    } else if (mark === "" || inner.safeParse(value).success) walk(inner, value);
  }
}

/** What a field that says how far something is can say: those of `status`, `payment_status`, `state`. */
function valuesOf(field: string, schema: z.ZodType): string[] {
  if (!/(^|_)(status|state)$|Status$/.test(field)) return [];
  const found: string[] = [];
  const visit = (each: z.ZodType): void => {
    if (each instanceof z.ZodEnum) found.push(...each.options.map(String));
    else if (each instanceof z.ZodLiteral) found.push(...[...each.values].map(String));
    else for (const [inner, mark] of partsOf(each)) if (mark === "" || mark === "|") visit(inner);
  };
  visit(schema);
  return found;
}

/** What a schema is made of, each with how it stands in the value: in it, one of several, or the value itself. */
function partsOf(schema: z.ZodType): [z.ZodType, "" | "[]" | "{}" | "|"][] {
  const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } };
  if (def.type === "array") return [[def.element as z.ZodType, "[]"]];
  if (def.type === "record") return [[def.valueType as z.ZodType, "{}"]];
  if (def.type === "union") return (def.options as z.ZodType[]).map((option) => [option, "|"]);
  if (def.type === "intersection")
    return [
      [def.left as z.ZodType, ""],
      [def.right as z.ZodType, ""],
    ];
  if (def.type === "pipe") return [[def.out as z.ZodType, ""]];
  if (def.type === "lazy") return [[(def.getter as () => z.ZodType)(), ""]];
  return def.innerType ? [[def.innerType as z.ZodType, ""]] : [];
}
