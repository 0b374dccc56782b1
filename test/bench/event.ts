import { randomUUID } from "node:crypto";
import type { Operation } from "#core/http/contract.ts";

export interface BenchRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** A body that is not JSON. */
  text?: string;
  token?: string;
  headers?: Record<string, string>;
}

/** The event that API Gateway's HTTP API, payload format 2.0, makes of a request. */
export function eventOf(
  operation: Operation,
  { params = {}, query, body, text, token, headers }: BenchRequest,
) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, slot: string) => params[slot] ?? "");
  return {
    version: "2.0",
    routeKey: `${operation.method} ${operation.path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(query ? { queryStringParameters: query } : {}),
    pathParameters: params,
    requestContext: {
      accountId: "000000000000",
      apiId: "bench",
      domainName: "localhost",
      domainPrefix: "localhost",
      http: {
        method: operation.method,
        path,
        protocol: "HTTP/1.1",
        sourceIp: "127.0.0.1",
        userAgent: "bench",
      },
      requestId: randomUUID(),
      routeKey: `${operation.method} ${operation.path}`,
      stage: "$default",
      time: "",
      timeEpoch: Date.now(),
    },
    ...(body === undefined && text === undefined ? {} : { body: text ?? JSON.stringify(body) }),
    isBase64Encoded: false,
  };
}
