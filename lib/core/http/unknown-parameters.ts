import * as z from "zod";
import { closestNames } from "#core/closest-names.ts";
import { cutText } from "#core/cut-text.ts";
import { validationFailed } from "#core/errors.ts";
import type { Operation } from "./contract.ts";
import { unknownFields } from "./unknown-fields.ts";

/** Most names that an answer lists, and most characters of each. */
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 64;
/** Most bytes of the header: a name of other letters takes up to twelve times its length, and gateways limit headers. */
const MAX_HEADER_BYTES = 8000;
/** Parameters that browsers and campaigns add to URLs. */
const IGNORED_NAMES = /^(_|utm_)/;
/** The header value of a caller who wants unknown names refused (RFC 7240). */
const STRICT_HANDLING = "handling=strict";

type QueryOperation = Pick<Operation, "query" | "strict" | "returns" | "method">;
interface Request {
  headers: Readonly<Record<string, string | undefined>>;
  queryStringParameters?: Readonly<Record<string, string | undefined>> | undefined;
  /** The parsed body, where the operation takes one as JSON. */
  body?: unknown;
}

/** Parameters that an operation does not know. Only lists and strict operations report them. */
function unknownNames(operation: QueryOperation, { queryStringParameters: sent = {} }: Request): string[] {
  if (!isList(operation) && !operation.strict) return [];
  const known = knownNames(operation);
  return shortNames(Object.keys(sent).filter((name) => !known.includes(name) && !IGNORED_NAMES.test(name)));
}

/** The fields of a JSON body that an operation does not know. They are never refused. */
function unknownBodyFields({ body, bodyKind = "json", method }: Operation, request: Request): string[] {
  if (!body || bodyKind !== "json") return [];
  return unknownFields(body, request.body).filter((path) => {
    // A PUT compares the id of its body with that of its path.
    if (method === "PUT" && path === "id") return false;
    return !IGNORED_NAMES.test(path.slice(path.lastIndexOf(".") + 1));
  });
}

function shortNames(names: readonly string[]): string[] {
  return names.slice(0, MAX_NAMES).map((name) => cutText(name, MAX_NAME_LENGTH));
}

/** Refuses unknown parameters, where the operation or the caller is strict. */
export function refuseUnknown(operation: QueryOperation, request: Request): void {
  if (!operation.strict && !prefersStrict(request)) return;
  const names = unknownNames(operation, request);
  if (names.length === 0) return;
  const known = knownNames(operation);
  throw validationFailed(
    names.map((field) => {
      const [like] = closestNames(field, known);
      const hint = like === undefined ? "" : `. Did you mean ${like}?`;
      return { field, message: `is not a known parameter${hint}`, error: "FIELD.UNKNOWN" };
    }),
  );
}

/** The headers that report unknown parameters and unknown fields of the body. */
export function unknownHeaders(
  operation: Operation,
  request: Request,
  status: number,
): Record<string, string> {
  const names =
    status < 400 ? [...unknownNames(operation, request), ...unknownBodyFields(operation, request)] : [];
  const isStrict = (isList(operation) || operation.strict) && prefersStrict(request);
  return {
    ...(names.length > 0 ? { "ignored-parameters": headerOf(shortNames(names)) } : {}),
    ...(isStrict ? { "preference-applied": STRICT_HANDLING } : {}),
  };
}

function headerOf(names: readonly string[]): string {
  const encoded = names.map(encodeURIComponent);
  while (encoded.join(", ").length > MAX_HEADER_BYTES) encoded.pop();
  return encoded.join(", ");
}

/** The answer of a list, with the parameters that it ignored. */
export function withIgnoredParameters(operation: Operation, request: Request, answer: unknown): unknown {
  const { returns } = operation;
  if (!(returns instanceof z.ZodObject) || !("ignored_parameters" in returns.shape)) return answer;
  const names = unknownNames(operation, request);
  return names.length > 0 ? { ...Object(answer), ignored_parameters: names } : answer;
}

function prefersStrict({ headers }: Request): boolean {
  const preferences = (headers.prefer ?? "").toLowerCase().split(/[,;]/);
  return preferences.some((each) => each.replace(/[\s"]/g, "") === STRICT_HANDLING);
}

/** Whether an operation answers a list, in pages or whole. */
export function isList({ method, query, returns }: QueryOperation): boolean {
  const names = knownNames({ query });
  if (names.includes("limit") && names.includes("cursor")) return true;
  if (method !== "GET") return false;
  if (returns instanceof z.ZodArray) return true;
  return returns instanceof z.ZodObject && Object.keys(returns.shape).every((name) => PAGE_FIELDS.has(name));
}

/** The fields of a list's answer. */
const PAGE_FIELDS = new Set(["items", "cursor", "ignored_parameters"]);

function knownNames({ query }: Pick<QueryOperation, "query">): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}
