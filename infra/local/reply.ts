import type { ServerResponse } from "node:http";
import { CORS } from "#infra/cors.ts";

/** A full response in payload format 2.0. */
interface Result {
  statusCode: number;
  headers: Record<string, string>;
  cookies: string[];
  body: Buffer | string;
}

/** Lambda's limit for an answer, in bytes. */
const MAX_ANSWER_BYTES = 6 * 1024 * 1024;

/** The body of an error, as the API's reference describes it. */
export function errorBody(statusCode: number, error: string, message: string): string {
  return JSON.stringify({ message, error, statusCode, validationErrors: [] });
}

export function sendError(
  response: ServerResponse,
  requestId: string,
  statusCode: number,
  error: string,
  message: string,
): void {
  sendAnswer(response, requestId, {
    statusCode,
    headers: { "content-type": "application/json" },
    cookies: [],
    body: errorBody(statusCode, error, message),
  });
}

/** Sends an error in API Gateway's own format, which has only a message. */
export function sendPlain(
  response: ServerResponse,
  requestId: string,
  statusCode: number,
  message: string,
): void {
  const body = JSON.stringify({ message });
  sendAnswer(response, requestId, {
    statusCode,
    headers: { "content-type": "application/json" },
    cookies: [],
    body,
  });
}

/** Sends a handler's answer. */
export function sendResult(response: ServerResponse, requestId: string, answer: unknown): void {
  const result = readResult(answer);
  if (!result || Buffer.byteLength(result.body) > MAX_ANSWER_BYTES) {
    sendPlain(response, requestId, 500, "Internal Server Error");
    return;
  }
  sendAnswer(response, requestId, result);
}

/** CORS headers, which API Gateway adds when a request has an Origin. */
export function corsHeaders(): Record<string, string> {
  return {
    "access-control-allow-origin": CORS.allowOrigins.join(","),
    "access-control-expose-headers": CORS.exposeHeaders.join(","),
  };
}

/** Answers a CORS preflight request. A header that ends with `-support-token` may begin with any brand's name. */
export function sendPreflight(response: ServerResponse, requestId: string): void {
  const requested = String(response.req.headers["access-control-request-headers"] ?? "").toLowerCase();
  const branded = requested.split(",").filter((name) => /^\s*[\w-]+-support-token\s*$/.test(name));
  const allowed = [...CORS.allowHeaders, ...branded.map((name) => name.trim())];
  sendAnswer(response, requestId, {
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

function sendAnswer(
  response: ServerResponse,
  requestId: string,
  { statusCode, headers, cookies, body }: Result,
): void {
  if (response.headersSent || response.destroyed) return;
  const allHeaders: Record<string, string | string[] | number> = { "x-request-id": requestId, ...headers };
  allHeaders["apigw-requestid"] = requestId;
  if (response.req.headers.origin !== undefined) Object.assign(allHeaders, corsHeaders());
  if (cookies.length > 0) allHeaders["set-cookie"] = cookies;
  if (statusCode !== 204 && statusCode !== 304) allHeaders["content-length"] = Buffer.byteLength(body);
  try {
    response.writeHead(statusCode, allHeaders);
    response.end(statusCode === 204 || statusCode === 304 ? undefined : body);
  } catch {
    // API Gateway answers 500 for an invalid status or header.
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
    headers: { "content-type": "text/plain;charset=UTF-8", ...lowerCaseNames(headers) },
    cookies: Array.isArray(cookies) ? cookies.map(String) : [],
    body: isBase64Encoded === true ? Buffer.from(text, "base64") : text,
  };
}

function lowerCaseNames(headers: unknown): Record<string, string> {
  const lower: Record<string, string> = {};
  if (typeof headers !== "object" || headers === null) return lower;
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    // The gateway computes the length itself.
    if (key !== "content-length") lower[key] = String(value);
  }
  return lower;
}
