import { asObject, type Json, type SchemaLookup } from "./fields.ts";

export interface PathOperation {
  method: string;
  path: string;
  operation: Json;
}

/** Who calls an operation: anyone, a visitor of a shop, or a holder of a token. */
export type SampleCaller = "open" | "visitor" | "staff";

/** A value in the query: itself, or the id that a name such as `mediaId` stands for. */
type QueryValue = { literal: string | number | boolean } | { slot: string };

/** The request that the samples of an operation send. */
export interface SampleRequest {
  method: string;
  path: string;
  caller: SampleCaller;
  query: { name: string; value: QueryValue }[];
  body?: unknown;
  /** Whether the body is a form with a file. */
  upload: boolean;
  answer: SampleAnswer;
  /** Whether the typed client knows the operation. */
  inClient: boolean;
}

/** What an operation answers. `name`: name of the schema. `list`: whether it is a page of a list. */
interface SampleAnswer {
  kind: "json" | "text" | "bytes" | "redirect" | "none";
  name?: string | undefined;
  list: boolean;
}

/**
 * The request of an operation's samples: the example body, and the query parameters that are required or have an
 * example.
 *
 * @throws Error where a required query parameter has no value to show
 */
export function sampleRequest(
  { method, path, operation }: PathOperation,
  lookup: SchemaLookup,
): SampleRequest {
  const { type, content } = bodyOf(operation);
  const query = parametersOf(operation)
    .filter((each) => each.in === "query")
    .flatMap((each) => {
      const value = queryValue(each);
      if (value === undefined && each.required === true)
        throw new Error(`${operation.operationId}: the parameter ${each.name} needs an example.`);
      return value === undefined ? [] : [{ name: String(each.name), value }];
    });
  return {
    method,
    path,
    caller: callerOf(path, operation),
    query,
    body: content.example,
    upload: type === "multipart/form-data",
    answer: answerOf(operation, lookup),
    inClient: operation["x-permission"] !== undefined,
  };
}

function callerOf(path: string, { "x-permission": needs = "none" }: Json): SampleCaller {
  // A visitor is known by a session, also where others are answered: the cart or the conversation is then its own.
  if (needs === "visitor" || (needs === "public" && path.startsWith("/v1/storefront/{storeId}/")))
    return "visitor";
  return needs === "none" || needs === "public" ? "open" : "staff";
}

export function parametersOf({ parameters }: Json): Json[] {
  return (Array.isArray(parameters) ? parameters : []).map(asObject);
}

/** The body of a request: its media type, its schema and its example. */
export function bodyOf({ requestBody }: Json): { type: string; content: Json } {
  const [type = "", content] = Object.entries(asObject(asObject(requestBody).content))[0] ?? [];
  return { type, content: asObject(content) };
}

/** The answer of a call that succeeds: its status, its media type, its schema and its example. */
export function successOf({ responses }: Json): { status: string; type: string; content: Json } {
  const [status = "", response] =
    Object.entries(asObject(responses)).find(([answered]) => /^[23]/.test(answered)) ?? [];
  const [type = "", content] = Object.entries(asObject(asObject(response).content))[0] ?? [];
  return { status, type, content: asObject(content) };
}

function queryValue({ name, required, example, schema: given }: Json): QueryValue | undefined {
  const schema = asObject(given);
  const [choice] = Array.isArray(schema.enum) ? schema.enum : [];
  const literal = example ?? (required === true ? (choice ?? pageSize(schema)) : undefined);
  if (typeof literal === "string" || typeof literal === "number" || typeof literal === "boolean")
    return { literal };
  return required === true && /Id$/.test(String(name)) ? { slot: String(name) } : undefined;
}

function pageSize({ type, maximum }: Json): number | undefined {
  return type === "integer" ? Math.min(20, Number(maximum ?? 20)) : undefined;
}

function answerOf(operation: Json, lookup: SchemaLookup): SampleAnswer {
  const { status, type, content } = successOf(operation);
  if (status.startsWith("3")) return { kind: "redirect", list: false };
  if (type === "") return { kind: "none", list: false };
  if (type === "application/json") {
    const { name, schema } = lookup(asObject(content.schema));
    const { items, cursor } = asObject(schema.properties);
    const paged = parametersOf(operation).some((each) => each.name === "cursor");
    return { kind: "json", name, list: paged && items !== undefined && cursor !== undefined };
  }
  return { kind: /^text\//.test(type) ? "text" : "bytes", list: false };
}
