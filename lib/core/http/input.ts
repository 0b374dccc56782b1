import * as z from "zod";
import { type FieldError, GENERAL, invalidField, validationFailed } from "#core/errors.ts";
import type { Operation } from "./contract.ts";
import { issueText, nearestBranch } from "./issue-text.ts";
import { meaningfulWhenEmpty } from "./page.ts";

/** Most levels of nesting in a JSON body. */
const MAX_DEPTH = 64;

/** `blocks[2].value[0]` for `["blocks", 2, "value", 0]`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text ? `${text}.${String(part)}` : String(part);
  }, "");
}

/**
 * Checks a value against a schema; throws a 400 with one item for each problem. A null that the schema does not allow
 * counts as a missing field.
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const cleaned = withoutNulls(value, result.error.issues);
  const second = cleaned === undefined ? result : schema.safeParse(cleaned, { reportInput: true });
  if (second.success) return second.data;
  throw validationFailed(distinctErrors(second.error.issues.flatMap((issue) => fieldErrors(issue))));
}

/** Checks a request's parameters, and those in the body of a DELETE, against the operation's schema. */
export function parseQuery(
  { query, method }: Pick<Operation, "query" | "method">,
  sent: Record<string, unknown>,
  raw: string,
): unknown {
  checkJson(sent);
  if (!query) return sent;
  const named = sentParameters(query, sent);
  const body = method === "DELETE" ? parseBody(raw) : undefined;
  checkJson(body);
  return parseInput(query, withBodyFields(named, body));
}

// It removes nulls from objects only: removing a null from an array would move the items after it.
function withoutNulls(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const paths = issues.filter(({ input, path }) => input === null && typeof path.at(-1) === "string");
  if (paths.length === 0) return undefined;
  const copy: unknown = structuredClone(value);
  for (const { path } of paths) {
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), copy);
    if (isRecord(parent)) delete parent[path.at(-1) ?? ""];
  }
  return copy;
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null;
}

// Several rules that one value breaks may have the same message.
function distinctErrors(errors: FieldError[]): FieldError[] {
  return errors.filter(
    ({ field, message }, index) =>
      errors.findIndex((each) => each.field === field && each.message === message) === index,
  );
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = fieldPath(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: fieldPath([...issue.path, key]),
      message: "is not a known field",
      error: "FIELD.UNKNOWN",
    }));
  }
  const branch = nearestBranch(issue);
  if (branch) return branch.flatMap((each) => fieldErrors({ ...each, path: [...issue.path, ...each.path] }));
  return [{ field: path, message: issueText(issue), error: codeOf(issue) }];
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "custom") return String(issue.params?.error ?? "FIELD.VALIDATION_FAILED");
  if (issue.code !== "invalid_type" && issue.code !== "invalid_union") return "FIELD.VALIDATION_FAILED";
  if (issue.input === undefined) return "FIELD.REQUIRED_MISSING";
  return issue.code === "invalid_type" ? "FIELD.TYPE_MISMATCH" : "FIELD.VALIDATION_FAILED";
}

/**
 * Refuses JSON that could not be returned as it was sent: too deep, with lone surrogates, with inexact numbers, or
 * with a key that JavaScript treats specially.
 */
export function checkJson(value: unknown, path: PropertyKey[] = []): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw valueError(path, "is not well-formed Unicode");
    return;
  }
  if (typeof value === "number" && !isExact(value))
    throw valueError(path, "is a number that cannot be kept exactly");
  if (typeof value !== "object" || value === null) return;
  if (path.length >= MAX_DEPTH) throw valueError(path.slice(0, 3), "is nested too deep");
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkJson(item, [...path, index]);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__" || !key.isWellFormed()) throw valueError([...path, key], "is not a usable name");
    checkJson(item, [...path, key]);
  }
}

const MIN_NUMBER = 1e-130;

// Integers are exact up to 2^53, and DynamoDB stores nothing nearer to zero than 1E-130.
function isExact(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size >= MIN_NUMBER && size <= Number.MAX_SAFE_INTEGER);
}

function valueError(path: PropertyKey[], message: string): Error {
  return invalidField(fieldPath(path).toWellFormed(), message);
}

/** The parameters of a DELETE: those of its query, and further ones of its body. */
function withBodyFields(query: Record<string, unknown>, body: unknown): Record<string, unknown> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return query;
  const fields = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  return { ...Object.fromEntries(fields), ...query };
}

/** The parameters that count as sent: an empty optional one does not, unless being empty means something. */
export function sentParameters(schema: z.ZodType, query: Record<string, unknown>): Record<string, unknown> {
  const shape: Record<string, unknown> = schema instanceof z.ZodObject ? schema.shape : {};
  const counts = ([name, value]: [string, unknown]) => {
    const field = shape[name];
    return value !== "" || !(field instanceof z.ZodOptional) || meaningfulWhenEmpty.has(field.unwrap());
  };
  return Object.fromEntries(Object.entries(query).filter(counts));
}

/** Requires that the `id` of a body, if there is one, is that of the path. */
export function checkSameId(path: string, params: Record<string, string>, body: unknown): void {
  const slot = /\{(\w+)\}$/.exec(path)?.[1];
  const id = slot && params[slot];
  const sentId = (body as { id?: unknown } | null | undefined)?.id;
  // A segment with a colon names the record by its key or slug.
  if (!id || id.includes(":") || sentId === undefined || sentId === null || sentId === id) return;
  throw invalidField("id", "is not the id in the path");
}

/** The JSON of a body; `undefined` where it is empty. */
function parseBody(raw: string): unknown {
  if (!raw.trim()) return undefined;
  try {
    return JSON.parse(raw);
  } catch {
    throw unreadableBody("The body is not valid JSON.");
  }
}

export function unreadableBody(message: string): Error {
  return GENERAL.BAD_REQUEST({ message });
}
