import { kebab, type Operation } from "#core/http/contract.ts";
import { operationFunction } from "#infra/local/handlers.ts";
import type { HttpEvent } from "#infra/local/http-event.ts";
import { recordReply } from "./api-coverage.ts";

type QueryPair = readonly [name: string, value: string];

export interface DirectRequest {
  params?: Record<string, string>;
  /** Pairs if a name is repeated: the gateway then joins its values by commas. */
  query?: Record<string, string> | readonly QueryPair[];
  /** Text, or bytes, which the handler gets in base64. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  token?: string;
  apiKey?: string;
  sourceIp?: string;
  /** Set for random requests, which do not count as coverage. */
  isRandom?: boolean;
}

export type DirectReply = { status: number; headers: Record<string, string>; body: string };

/**
 * Calls a handler in this process, as Lambda does, for tests that observe its table calls or logs, and for
 * requests that no HTTP client sends.
 */
export async function invokeDirect(operation: Operation, request: DirectRequest = {}): Promise<DirectReply> {
  const { id } = operation;
  const answer = await operationFunction(operation).invoke(eventOf(operation, request), crypto.randomUUID());
  if (typeof answer !== "object" || answer === null || !("statusCode" in answer && "body" in answer)) {
    throw new Error(`functions/${operation.folder}/${kebab(id)}.ts answered ${JSON.stringify(answer)}.`);
  }
  const rawHeaders = "headers" in answer ? Object.entries(answer.headers ?? {}) : [];
  const headers = Object.fromEntries(rawHeaders.map(([name, value]) => [name, String(value)]));
  const [status, body] = [Number(answer.statusCode), String(answer.body)];
  const isJson = headers["content-type"]?.startsWith("application/json") && !headers["content-encoding"];
  if (!request.isRandom) recordReply(operation, status, isJson && body ? JSON.parse(body) : body);
  return { status, headers, body };
}

function eventOf(
  { method, path }: Operation,
  { params, query = {}, body, headers, token, apiKey, sourceIp = "127.0.0.1" }: DirectRequest,
): HttpEvent {
  const rawPath = path.replace(/\{(\w+)\}/g, (_, slot: string) => params?.[slot] ?? "");
  const pairs = isPairs(query) ? query : Object.entries(query);
  const rawQueryString = new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, value]),
  ).toString();
  const isText = typeof body === "string";
  return {
    version: "2.0",
    routeKey: `${method} ${path}`,
    rawPath,
    rawQueryString,
    headers: {
      host: "localhost",
      ...(isText ? { "content-type": "application/json" } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
      ...headers,
    },
    ...(rawQueryString ? { queryStringParameters: joinedQuery(pairs) } : {}),
    requestContext: {
      accountId: "000000000000",
      http: { method, path: rawPath, protocol: "HTTP/1.1", sourceIp, userAgent: "test" },
      requestId: crypto.randomUUID(),
      stage: "$default",
      timeEpoch: Date.now(),
    },
    ...(params ? { pathParameters: { ...params } } : {}),
    ...(body === undefined ? {} : { body: isText ? body : Buffer.from(body).toString("base64") }),
    isBase64Encoded: body !== undefined && !isText,
  };
}

function isPairs(query: Record<string, string> | readonly QueryPair[]): query is readonly QueryPair[] {
  return Array.isArray(query);
}

function joinedQuery(pairs: readonly QueryPair[]): Record<string, string> {
  const values = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...values].map(([name, each]) => [name, each.map(([, value]) => value).join(",")]),
  );
}
