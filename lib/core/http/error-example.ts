import type * as z from "zod";
import {
  type AnyErrorFactory,
  ApiError,
  GENERAL,
  permissionMissing,
  validationFailed,
} from "#core/errors.ts";
import { bodyTooLarge, type Operation, slotsOf } from "./contract.ts";
import { checkJson, parseInput } from "./input.ts";
import { nameMissingRecord } from "./not-found.ts";

/**
 * Prefixes of ids by slot of a path, such as `{"{formId}": {prefix: "form"}}`, and values for the slots of messages, by
 * code: `{"FORM.KEY_TAKEN": {key: "contact"}}`. `updateForm FORM.KEY_TAKEN` are
 * those of one operation, and `forms FORM.KEY_TAKEN` those of one domain.
 */
export type ErrorExamples = Readonly<Record<string, Readonly<Record<string, string | number>>>>;

const PERMISSIONS = ["READ", "WRITE", "ADMIN", "OWNER"];
const EXAMPLE_ID = "01j9z3k4m5n6p7q8r9s0t1v2w3";

/** The body of an error as the operation answers it. */
export function errorExample(
  operation: Operation,
  error: AnyErrorFactory,
  examples: ErrorExamples,
): Record<string, unknown> {
  return { ...exampleOf(operation, error, examples).body() };
}

function exampleOf(operation: Operation, error: AnyErrorFactory, examples: ErrorExamples): ApiError {
  const { code, status, template, absent } = error;
  if (code === GENERAL.VALIDATION_FAILED.code) return refusedInput(operation);
  if (code === GENERAL.PAYLOAD_TOO_LARGE.code)
    return bodyTooLarge(operation, pathValues(operation, examples));
  if (code === GENERAL.FORBIDDEN.code && PERMISSIONS.includes(operation.needs))
    return permissionMissing(operation.needs);
  const { id, domain } = operation;
  const values = examples[`${id} ${code}`] ?? examples[`${domain} ${code}`] ?? examples[code] ?? {};
  const message = template.replace(/\{(\w+)\}/g, (slot, name: string) => String(values[name] ?? slot));
  const plain = new ApiError(code, status, message, { absent });
  const named = nameMissingRecord(plain, operation.path, pathValues(operation, examples));
  return named instanceof ApiError ? named : plain;
}

/** The refusal of an input that breaks a rule of the operation: of its body, its query or its path. */
function refusedInput({ path, body, bodyKind = "json", query }: Operation): ApiError {
  const inputs = [...(bodyKind === "json" ? brokenInputs(body) : []), ...brokenInputs(query)];
  for (const { schema, sent } of inputs) {
    const refused = refusalOf(() => parseInput(schema, sent));
    if (refused?.validationErrors.every(({ field }) => field !== "")) return refused;
  }
  const unusable = { [slotsOf(path)[0] ?? "__proto__"]: "\ud800" };
  return refusalOf(() => checkJson(unusable)) ?? validationFailed([]);
}

/** An empty input, then the schema's own example with one field after another of a wrong kind. */
function brokenInputs(schema: z.ZodType | undefined): { schema: z.ZodType; sent: unknown }[] {
  if (!schema) return [];
  const [example] = (schema.meta()?.examples ?? []) as unknown[];
  const whole: Record<string, unknown> = { ...Object(example) };
  const names = new Set([...Object.keys(whole), ...Object.keys(Object(Object(schema).shape))]);
  const broken = [...names].map((name) => ({ ...whole, [name]: { not: "this" } }));
  return [{}, ...broken].map((sent) => ({ schema, sent }));
}

function refusalOf(check: () => unknown): ApiError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Ids such as `form_01j9…` for the slots of the path. */
function pathValues({ path }: Operation, examples: ErrorExamples): Record<string, string> {
  return Object.fromEntries(
    slotsOf(path).map((slot) => {
      const prefix = examples[`{${slot}}`]?.prefix ?? slot.replace(/_?[iI]d$/, "").toLowerCase();
      return [slot, `${prefix}_${EXAMPLE_ID}`];
    }),
  );
}
