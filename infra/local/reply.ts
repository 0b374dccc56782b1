import type { ServerResponse } from "node:http";
import { CORS } from "#infra/cors.ts";

/** A result of payload format 2.0, after the shorthand has been spelled out. */
interface Result {
  statusCode: number;
  headers: Record<string, string>;
  cookies: string[];
  body: Buffer | string;
}

/** Bytes that Lambda lets a function answer. */
const MAX_ANSWER = 6 * 1024 * 1024;

/** The document's body of an error. */
export function errorBody(statusCode: number, error: string, message: string): string {
  return JSON.stringify({ message, error, statusCode, validationErrors: [] });
}

/** Answers with an error of the gateway's own, in the documented body. */
export function sendError(
  response: ServerResponse,
  requestId: string,
  statusCode: number,
  error: string,
  message: string,
): void {
  send(response, requestId, {
    statusCode,
    headers: { "content-type": "application/json" },
    cookies: [],
    body: errorBody(statusCode, error, message),
  });
}

/** What API Gateway itself answers when an integration fails. */
export function sendPlain(
  response: ServerResponse,
  requestId: string,
  statusCode: number,
  message: string,
): void {
  const body = JSON.stringify({ message });
  send(response, requestId, {
    statusCode,
    headers: { "content-type": "application/json" },
    cookies: [],
    body,
  });
}

/** Applies what a handler answered. */
export function sendResult(response: ServerResponse, requestId: string, answer: unknown): void {
  const result = readResult(answer);
  if (!result || Buffer.byteLength(result.body) > MAX_ANSWER) {
    sendPlain(response, requestId, 500, "Internal Server Error");
    return;
  }
  send(response, requestId, result);
}

/** The headers that let a page of any site read the answer; API Gateway sends them when a browser says where it is. */
export function corsHeaders(): Record<string, string> {
  return {
    "access-control-allow-origin": CORS.allowOrigins.join(","),
    "access-control-expose-headers": CORS.exposeHeaders.join(","),
  };
}

/** The answer to a preflight request; headers for support tokens may have any brand before their suffix. */
export function sendPreflight(response: ServerResponse, requestId: string): void {
  const asked = String(response.req.headers["access-control-request-headers"] ?? "").toLowerCase();
  const branded = asked.split(",").filter((name) => /^\s*[\w-]+-support-token\s*$/.test(name));
  const allowed = [...CORS.allowHeaders, ...branded.map((name) => name.trim())];
  send(response, requestId, {
    statusCode: 204,
    headers: {
      "access-control-allow-methods": CORS.allowMethods.join(","),
      "access-control-allow-headers": [...new Set(allowed.map((name) => name.toLowerCase()))].join(","),
      "access-control-max-age": String(CORS.maxAge),
    },
    cookies: [],
    body: "",
  });
}

function send(
  response: ServerResponse,
  requestId: string,
  { statusCode, headers, cookies, body }: Result,
): void {
  if (response.headersSent || response.destroyed) return;
  const sent: Record<string, string | string[] | number> = { "x-request-id": requestId, ...headers };
  sent["apigw-requestid"] = requestId;
  if (response.req.headers.origin !== undefined) Object.assign(sent, corsHeaders());
  if (cookies.length > 0) sent["set-cookie"] = cookies;
  if (statusCode !== 204 && statusCode !== 304) sent["content-length"] = Buffer.byteLength(body);
  try {
    response.writeHead(statusCode, sent);
    response.end(statusCode === 204 || statusCode === 304 ? undefined : body);
  } catch {
    // A header or status that cannot be sent: API Gateway calls that a broken integration.
    response.writeHead(500, { "x-request-id": requestId, "content-type": "application/json" });
    response.end('{"message":"Internal Server Error"}');
  }
}

function readResult(answer: unknown): Result | undefined {
  if (answer === undefined || answer === null) return undefined;
  if (typeof answer !== "object" || !("statusCode" in answer)) {
    const body = typeof answer === "string" ? answer : JSON.stringify(answer);
    return { statusCode: 200, headers: { "content-type": "application/json" }, cookies: [], body };
  }
  const { statusCode, headers, cookies, body, isBase64Encoded }: Record<string, unknown> = { ...answer };
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return undefined;
  const text =
    typeof body === "string" ? body : body === undefined || body === null ? "" : JSON.stringify(body);
  return {
    statusCode: status,
    headers: { "content-type": "text/plain;charset=UTF-8", ...lowerCased(headers) },
    cookies: Array.isArray(cookies) ? cookies.map(String) : [],
    body: isBase64Encoded === true ? Buffer.from(text, "base64") : text,
  };
}

function lowerCased(headers: unknown): Record<string, string> {
  const lower: Record<string, string> = {};
  if (typeof headers !== "object" || headers === null) return lower;
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    // The gateway counts the bytes itself.
    if (key !== "content-length") lower[key] = String(value);
  }
  return lower;
}
