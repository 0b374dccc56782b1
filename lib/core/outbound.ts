import { lookup as systemLookup } from "node:dns/promises";
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plain,
} from "node:http";
import { request as secure } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { isPublicAddress } from "./ip-address.ts";
import { isLoopbackHost } from "./loopback.ts";
import { type AddressRule, addressRuleOf, httpUrl, isAllowedHost } from "./reachable.ts";

export interface OutboundOptions {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Most milliseconds from the DNS look-up to the last byte, including all redirects. */
  timeoutMs: number;
  /** Most bytes of the answer's body; a larger body is an error. */
  maxBytes: number;
  /** Most redirects to follow; with 0 a redirect is an answer like any other. */
  redirects?: number;
  /** Resolves a name to all its IP addresses; by default the system's resolver. */
  resolve?: (hostname: string) => Promise<string[]>;
}

export interface OutboundReply {
  status: number;
  headers: IncomingHttpHeaders;
  url: string;
  /** The body as it arrives; leaving the loop early closes the connection. */
  body: AsyncIterable<Buffer>;
  bytes(): Promise<Buffer>;
  /** The first bytes of the body as text; closes the connection. */
  excerpt(bytes: number): Promise<string>;
}

/**
 * `url`: no http URL, or one with a name and password. `address`: it leads into a private network. `redirects`: too
 * many. `size`, `timeout`: a limit was reached. `network`: all other failures.
 */
type OutboundFailure = "url" | "address" | "redirects" | "size" | "timeout" | "network";

export class OutboundError extends Error {
  readonly reason: OutboundFailure;

  constructor(reason: OutboundFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "OutboundError";
    this.reason = reason;
  }
}

const NO_HTTP_URL_TEXT =
  "It is no address that begins with http:// or https:// and has no name or password in it.";
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

/**
 * Requests a URL that somebody else chose. It connects to public IP addresses only: a name is resolved once for
 * each connection, private addresses are dropped, and the socket connects to one of the others, so that no second
 * look-up can differ. `OUTBOUND_LOOPBACK` also allows this machine under its own names, but not by a redirect from
 * another site.
 *
 * @throws OutboundError for everything but an HTTP answer; the body throws it too
 */
export async function outboundFetch(url: string, options: OutboundOptions): Promise<OutboundReply> {
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(new OutboundError("timeout", `No answer within ${options.timeoutMs} ms.`)),
    scaledTimeout(options.timeoutMs),
  );
  try {
    const { response, at } = await followRedirects(parseHttpUrl(url), options, deadline.signal);
    response.once("close", () => clearTimeout(timer));
    return replyOf(response, at, options.maxBytes, deadline.signal);
  } catch (error) {
    clearTimeout(timer);
    throw failureOf(error, deadline.signal);
  }
}

async function followRedirects(start: URL, options: OutboundOptions, signal: AbortSignal) {
  let at = start;
  let sent: OutboundOptions = options;
  let rule = addressRuleOf(start);
  for (let left = options.redirects ?? 0; ; left--) {
    const response = await sendRequest(at, sent, rule, signal);
    const location = REDIRECT_STATUSES.includes(response.statusCode ?? 0)
      ? response.headers.location
      : undefined;
    if (location === undefined || (options.redirects ?? 0) === 0) return { response, at };
    response.destroy();
    if (left === 0) throw new OutboundError("redirects", "It redirects too often.");
    const next = parseHttpUrl(location, at);
    sent = redirectOptions(sent, response.statusCode ?? 0, next.origin === at.origin);
    rule = isLoopbackHost(at.hostname) ? addressRuleOf(next) : isPublicAddress;
    at = next;
  }
}

// https://fetch.spec.whatwg.org/#http-redirect-fetch
function redirectOptions(sent: OutboundOptions, status: number, sameOrigin: boolean): OutboundOptions {
  const rewritten = status === 303 || (status < 303 && sent.method === "POST");
  const { body, method, ...rest } = sent;
  const headers = Object.entries(sent.headers ?? {}).filter(
    ([name]) => sameOrigin || !["authorization", "cookie", "x-api-key"].includes(name.toLowerCase()),
  );
  const methodAndBody = rewritten
    ? { method: method === "HEAD" ? ("HEAD" as const) : ("GET" as const) }
    : { body, method };
  return { ...rest, ...methodAndBody, headers: Object.fromEntries(headers) };
}

function parseHttpUrl(text: string, base?: URL): URL {
  const url = httpUrl(text, base);
  if (url) return url;
  throw new OutboundError("url", NO_HTTP_URL_TEXT);
}

function sendRequest(
  url: URL,
  options: OutboundOptions,
  rule: AddressRule,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  if (!isAllowedHost(url, rule)) throw notPublicError(url.hostname);
  const request: ClientRequest = (url.protocol === "https:" ? secure : plain)(url, {
    method: options.method ?? "GET",
    headers: {
      "accept-encoding": "identity",
      ...(options.body === undefined ? {} : { "content-length": Buffer.byteLength(options.body) }),
      ...options.headers,
    },
    // Opens a new socket, so that none is reused that was opened for another host.
    agent: false,
    lookup: lookupOf(options.resolve ?? resolveName, rule),
    signal,
  });
  request.once("socket", (socket) =>
    socket.once("connect", () => {
      if (!rule(socket.remoteAddress ?? "")) socket.destroy(notPublicError(url.hostname));
    }),
  );
  request.once("response", resolve);
  request.once("error", reject);
  // Node reports an answer 101 neither as a response nor as an error, so without this the request would never end.
  request.once("upgrade", (_response, socket) => {
    socket.destroy();
    reject(new OutboundError("network", "It answered 101, which was not asked for."));
  });
  request.end(options.body);
  return promise;
}

function lookupOf(resolve: (hostname: string) => Promise<string[]>, rule: AddressRule): LookupFunction {
  return (hostname, { all }, done) => {
    const usable = resolve(hostname).then((addresses) => {
      const allowed = addresses.filter((address) => isIP(address) !== 0 && rule(address));
      if (allowed.length === 0) throw notPublicError(hostname);
      return allowed.map((address) => ({ address, family: isIP(address) }));
    });
    usable.then(
      (addresses) =>
        all ? done(null, addresses) : done(null, addresses[0]?.address ?? "", addresses[0]?.family),
      (error: Error) => done(error, ""),
    );
  };
}

async function resolveName(hostname: string): Promise<string[]> {
  return (await systemLookup(hostname, { all: true })).map(({ address }) => address);
}

function notPublicError(host: string): OutboundError {
  return new OutboundError("address", `${host} is not a public address.`);
}

function replyOf(response: IncomingMessage, at: URL, maxBytes: number, signal: AbortSignal): OutboundReply {
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) {
    response.destroy();
    throw tooLargeError(maxBytes);
  }
  const body = limitBytes(response, maxBytes, signal);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    url: at.href,
    body,
    bytes: () => collectBytes(body, maxBytes),
    excerpt: async (bytes) => (await collectBytes(body, bytes)).subarray(0, bytes).toString("utf8"),
  };
}

async function* limitBytes(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > maxBytes) throw tooLargeError(maxBytes);
      yield bytes;
    }
  } catch (error) {
    throw failureOf(error, signal);
  } finally {
    response.destroy();
  }
}

/** Reads a body until more than `bytes` bytes have come, or to its end. */
async function collectBytes(body: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > bytes) break;
  }
  return Buffer.concat(chunks);
}

function tooLargeError(maxBytes: number): OutboundError {
  return new OutboundError("size", `The answer is larger than ${maxBytes} bytes.`);
}

function failureOf(error: unknown, signal: AbortSignal): OutboundError {
  if (signal.aborted && signal.reason instanceof OutboundError) return signal.reason;
  if (error instanceof OutboundError) return error;
  const { cause, message } = error instanceof Error ? error : new Error(String(error));
  if (cause instanceof OutboundError) return cause;
  return new OutboundError("network", `It could not be reached: ${message}`, error);
}
