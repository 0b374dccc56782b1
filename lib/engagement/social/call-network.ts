import { optionalEnv } from "#core/env.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { NetworkError } from "./port.ts";
import { type RawResponse, sendBytes } from "./send-bytes.ts";

/** Milliseconds that a network may take to answer. Reads get less, because people wait for them. */
const TIMEOUT_MS = { read: 8_000, write: 25_000 } as const;
/** Longest answer in characters. */
const MAX_ANSWER = 4_000_000;

export interface NetworkRequest {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  token?: string;
  json?: unknown;
  form?: Record<string, string | number | boolean | undefined>;
  /** The body in parts, which are sent without being copied. */
  bytes?: readonly Uint8Array[];
}

export interface NetworkResponse {
  status: number;
  headers: Headers;
  /** The parsed body; an empty object if it is not JSON. */
  json: Record<string, unknown>;
}

/**
 * Calls a network once, without retries and redirects.
 *
 * @throws NetworkError `unanswered` without a complete answer
 */
export async function callNetwork(question: NetworkRequest): Promise<NetworkResponse> {
  try {
    const { status, headers, text } = await fetchResponse(question);
    return { status, headers, json: jsonIn(status < 400 ? text : withoutSecrets(text, question)) };
  } catch (error) {
    const timeout = error instanceof Error && error.name === "TimeoutError";
    throw new NetworkError("unanswered", timeout ? "timeout" : "no_answer", "The network did not answer.");
  }
}

async function fetchResponse(question: NetworkRequest): Promise<RawResponse> {
  const { method = "GET", bytes } = question;
  const [url, headers] = [urlOf(question), headersOf(question)];
  const signal = AbortSignal.timeout(scaledTimeout(method === "GET" ? TIMEOUT_MS.read : TIMEOUT_MS.write));
  if (bytes) return sendBytes(url, method, headers, bytes, { signal, most: MAX_ANSWER });
  const response = await fetch(url, { method, redirect: "manual", headers, body: bodyOf(question), signal });
  const text = await response.text();
  if (text.length > MAX_ANSWER) throw new Error("the answer is too long");
  return { status: response.status, headers: response.headers, text };
}

const SECRET_FIELDS = [
  "client_secret",
  "code",
  "code_verifier",
  "refresh_token",
  "fb_exchange_token",
  "token",
];

// Removes secrets from an answer: some networks repeat the request in errors, which are stored and shown.
function withoutSecrets(text: string, { token, headers, form, query }: NetworkRequest): string {
  const given = SECRET_FIELDS.flatMap((name) => [form?.[name], query?.[name]]);
  const secrets = [token, headers?.authorization, ...given].map((each) => String(each ?? ""));
  return secrets
    .filter((secret) => secret.length >= 8)
    .reduce((left, secret) => left.replaceAll(secret, "…").replaceAll(encodeURIComponent(secret), "…"), text);
}

/** The value at a path within an answer; `undefined` if there is none. */
export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  let found: unknown = value;
  for (const part of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Reflect.get(found, part);
  }
  return found;
}

export function textAt(value: unknown, ...path: (string | number)[]): string | undefined {
  const found = valueAt(value, ...path);
  if (typeof found === "number") return String(found);
  return typeof found === "string" && found !== "" ? found : undefined;
}

export function numberAt(value: unknown, ...path: (string | number)[]): number | undefined {
  const found = valueAt(value, ...path);
  const number = typeof found === "string" && found !== "" ? Number(found) : found;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The text at a path within an answer; throws if there is none. */
export function needText(value: unknown, ...path: (string | number)[]): string {
  const found = textAt(value, ...path);
  if (found === undefined) {
    throw new NetworkError("unanswered", "bad_answer", `The network's answer has no ${path.join(".")}.`);
  }
  return found;
}

/** Time of an ISO date in seconds; 0 for any other text. */
export function secondsOf(text: string | undefined): number {
  const milliseconds = Date.parse(text ?? "");
  return Number.isFinite(milliseconds) ? Math.floor(milliseconds / 1000) : 0;
}

function urlOf({ url, query = {} }: NetworkRequest): URL {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return withTestHost(address);
}

/** The URL, with the host replaced if the environment configures a stand-in for it. */
function withTestHost(address: URL): URL {
  const hosts: Record<string, string> = JSON.parse(optionalEnv("SOCIAL_HOSTS") ?? "{}");
  const other = hosts[address.origin];
  return other ? new URL(`${address.pathname}${address.search}`, other) : address;
}

function headersOf({ headers, token, json, form, bytes }: NetworkRequest): Record<string, string> {
  return {
    accept: "application/json",
    // Forces a new socket: a reused one may close and lose the answer to a call that must not be repeated.
    connection: "close",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(json === undefined ? {} : { "content-type": "application/json" }),
    ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
    ...(bytes === undefined ? {} : { "content-type": "application/octet-stream" }),
    ...headers,
  };
}

function bodyOf({ json, form }: NetworkRequest): string | null {
  if (json !== undefined) return JSON.stringify(json);
  if (form !== undefined) {
    const sent = new URLSearchParams();
    for (const [name, value] of Object.entries(form)) if (value !== undefined) sent.set(name, String(value));
    return sent.toString();
  }
  return null;
}

function jsonIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
}
