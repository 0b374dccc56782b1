import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import { errorsOf } from "#core/http/openapi.ts";
import { isWithheld } from "#core/view-schema.ts";
import { operations } from "#functions/manifest.ts";
import { allTransitions, watchTransitions } from "./lifecycles.ts";

/** What a run of all tests covered, one per line; read by `npm run reached`. */
export const COVERAGE_FILE = join(import.meta.dirname, "../../.build/reached.txt");
/** The variable with the folder in which processes of a run write their part. */
const FOLDER_VARIABLE = "REACHED_FOLDER";

const coveredLines = new Set<string>();
let writtenCount = 0;

/**
 * Collects coverage from all processes that get the variable in `environment`. Once all have ended, `end`
 * returns the covered lines, such as `code CART.NOT_FOUND`.
 */
export function collectCoverage() {
  const folder = mkdtempSync(join(tmpdir(), "reached-"));
  recordTransitions(folder);
  return {
    environment: { [FOLDER_VARIABLE]: folder },
    end: () => {
      const all = readdirSync(folder).flatMap((file) =>
        readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean),
      );
      rmSync(folder, { recursive: true });
      return new Set(all);
    },
  };
}

/** Records that an operation succeeded or its error code, and its non-null fields. */
export function recordReply(operation: Operation, status: number, body: unknown): void {
  if (!process.env[FOLDER_VARIABLE]) return;
  if (status < 400) {
    coveredLines.add(`operation ${operation.id}`);
    if (operation.returns instanceof z.ZodType) coverValue(operation.returns, body);
  } else if (typeof body === "object" && body !== null && "error" in body)
    coveredLines.add(`code ${body.error}`);
  writeCoverage(process.env[FOLDER_VARIABLE]);
}

/** Records each transition of a lifecycle in this process. */
export function recordTransitions(folder = process.env[FOLDER_VARIABLE]): void {
  if (!folder) return;
  watchTransitions((step) => {
    coveredLines.add(`step ${step}`);
    writeCoverage(folder);
  });
}

function writeCoverage(folder: string): void {
  if (coveredLines.size === writtenCount) return;
  appendFileSync(join(folder, `${process.pid}.txt`), `${[...coveredLines].slice(writtenCount).join("\n")}\n`);
  writtenCount = coveredLines.size;
}

/**
 * Everything to cover:
 * - `operation createForm` and `code CART.NOT_FOUND`
 * - `field createForm.fields[].key`, under the first operation that returns it
 * - `status createForm.status=archived`, likewise
 * - `step publication: cancel, draft to cancelled`: each transition
 */
export function everythingToCover(): string[] {
  const objects = [...namedSchemas()];
  return [
    ...operations.map(({ id }) => `operation ${id}`),
    ...[...new Set(operations.flatMap(errorsOf).map(({ code }) => code))].map((code) => `code ${code}`),
    ...objects.flatMap(([, { name, fields }]) => fields.map((field) => `field ${name}.${field}`)),
    ...objects.flatMap(([schema, { name }]) =>
      Object.entries((schema as z.ZodObject).shape).flatMap(([field, inner]) =>
        valuesOf(field, inner as z.ZodType).map((value) => `status ${name}.${field}=${value}`),
      ),
    ),
    ...allTransitions().map((step) => `step ${step}`),
  ];
}

type NamedSchema = { name: string; fields: string[] };

let schemaNames: Map<z.ZodType, NamedSchema> | undefined;

/** Object schemas of replies, named by their first occurrence, which is the same in each process. */
function namedSchemas(): Map<z.ZodType, NamedSchema> {
  if (schemaNames) return schemaNames;
  const found = new Map<z.ZodType, NamedSchema>();
  const visit = (schema: z.ZodType, name: string): void => {
    if (schema instanceof z.ZodObject) {
      if (found.has(schema)) return;
      const shape = schema.shape as Record<string, z.ZodType>;
      // Fields that are always null or withheld need no coverage.
      const isNull = (inner: z.ZodType) => inner instanceof z.ZodNull || isWithheld(inner);
      const shown = Object.entries(shape).filter(([, inner]) => !isNull(inner));
      found.set(schema, { name, fields: shown.map(([field]) => field) });
      for (const [field, inner] of Object.entries(shape)) visit(inner, `${name}.${field}`);
      return;
    }
    for (const [inner, mark] of partsOf(schema)) visit(inner, `${name}${mark}`);
  };
  for (const { id, returns } of operations) if (returns instanceof z.ZodType) visit(returns, id);
  schemaNames = found;
  return found;
}

function coverValue(schema: z.ZodType, value: unknown): void {
  if (value === null || value === undefined) return;
  if (schema instanceof z.ZodObject) {
    if (typeof value !== "object") return;
    const named = namedSchemas().get(schema);
    for (const [field, inner] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      const own = Reflect.get(value, field);
      if (own === null || own === undefined) continue;
      if (named) coveredLines.add(`field ${named.name}.${field}`);
      if (named && typeof own === "string" && valuesOf(field, inner).includes(own))
        coveredLines.add(`status ${named.name}.${field}=${own}`);
      coverValue(inner, own);
    }
    return;
  }
  for (const [inner, mark] of partsOf(schema)) {
    if (mark === "[]" || mark === "{}") {
      const each = typeof value === "object" ? Object.values(value) : [];
      // A few items are enough.
      for (const one of each.slice(0, 5)) coverValue(inner, one);
    } else if (mark === "" || inner.safeParse(value).success) coverValue(inner, value);
  }
}

/** Possible values of `status`, `payment_status` and `state` fields. */
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

/** The parts of a schema: `[]` an item, `{}` a value of a record, `|` an option, `""` the same value. */
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
