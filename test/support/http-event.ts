import type { Operation } from "#core/http/contract.ts";
import type { HttpEvent } from "#infra/local/http-event.ts";

type QueryPair = readonly [name: string, value: string];

export interface DirectRequest {
  params?: Record<string, string>;
  /** Pairs if a name is repeated: the gateway then joins its values by commas. */
  query?: Record<string, string> | readonly QueryPair[];
  /** Text, or bytes, which the handler gets in base64. */
  body?: string | Uint8Array | undefined;
  headers?: Record<string, string>;
  token?: string;
  apiKey?: string;
  sourceIp?: string;
  /** Set for random requests, which do not count as coverage. */
  isRandom?: boolean;
}

/** The event that API Gateway's HTTP API, payload format 2.0, makes of a request. */
export function eventOf(
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
