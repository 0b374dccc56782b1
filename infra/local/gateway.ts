import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pathsOf } from "#core/http/caller.ts";
import { bodyTooLarge, type Operation } from "#core/http/contract.ts";
import { type Match, makeRouter } from "#core/http/router.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { codeOf, messageOf, reportFailure, StartFailure } from "#infra/failure.ts";
import { safeListener } from "#infra/request-listener.ts";
import { type LambdaFunction, type Manifest, operationFunction, UNKNOWN_ROUTE } from "./handlers.ts";
import { type GatewayRequest, httpEvent } from "./http-event.ts";
import { LoadFailure } from "./load-failure.ts";
import { errorBody, sendError, sendPlain, sendPreflight, sendResult } from "./reply.ts";
import { fitsEvent, MAX_EVENT_BYTES, readBody } from "./request-body.ts";

/** Serves paths that the API does not have, such as `/_local`. Returns whether it answered the request. */
export type Mount = (
  request: GatewayRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
) => boolean | Promise<boolean>;

interface GatewayOptions {
  manifest: Manifest;
  /** Called before each request, to find the files that have changed. */
  detectChanges?: () => Promise<void>;
  /** Called before each request for the API; returns the manifest if it has changed. */
  reload?: () => Promise<Manifest | undefined>;
  /** Handlers of paths outside the API, by first path segment. */
  mounts?: Record<string, Mount>;
  /** Called after each request that may have written something. */
  onChange?: () => void;
}

interface Gateway {
  readonly address: string;
  /** Starts to answer requests. Those that arrived before are answered first. */
  serve(options: GatewayOptions): void;
  stop(): Promise<void>;
}

type Serve = (request: GatewayRequest, incoming: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Limit for the request line and all headers, in bytes. */
const MAX_HEADER_BYTES = 10_240;
/** API Gateway's limit for a whole call. */
const INTEGRATION_TIMEOUT_MS = 30_000;

/** A server that behaves as API Gateway's HTTP API. `port`: 0 for any free one. */
export async function openGateway(port: number): Promise<Gateway> {
  let startServing: (serve: Serve) => void = () => undefined;
  let serve: Serve;
  const started = new Promise<Serve>((resolve) => {
    startServing = resolve;
  });
  serve = async (...request) => (await started)(...request);
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 65_000 },
    safeListener("The gateway", async (incoming, response) => {
      const request = readRequest(incoming);
      if (typeof request === "string")
        return sendError(response, randomUUID(), 400, "GENERAL.BAD_REQUEST", request);
      await serve(request, incoming, response).catch((error: unknown) => {
        if (!response.destroyed) reportFailure(`${request.method} ${request.path}`, error);
        // A caller would wait for the rest of an answer that has begun.
        if (response.headersSent && !response.writableEnded) return response.destroy();
        if (error instanceof LoadFailure)
          return sendError(response, request.requestId, 500, "LOCAL.NOT_LOADED", error.message);
        sendPlain(response, request.requestId, 500, "Internal Server Error");
      });
    }),
  );
  server.on("clientError", refuseMalformed);
  const listening = await listen(server, port);
  return {
    address: `http://127.0.0.1:${listening}`,
    serve: (options) => {
      serve = serveManifest(options);
      startServing(serve);
    },
    stop: () => closeServer(server),
  };
}

function serveManifest({ manifest, detectChanges, reload, mounts = {}, onChange }: GatewayOptions): Serve {
  let router = routerOf(manifest);
  return async (request, incoming, response) => {
    await detectChanges?.();
    const mount = mounts[request.segments[0] ?? ""];
    if (mount && (await mount(request, incoming, response))) return;
    if (request.method === "OPTIONS" && incoming.headers.origin !== undefined) {
      sendPreflight(response, request.requestId);
      return;
    }
    const changed = await reload?.();
    if (changed) router = routerOf(changed);
    const match = router(request.method, request.segments);
    await invokeTarget(matchedCall(match), request, incoming, response);
    if (request.method !== "GET") onChange?.();
  };
}

function routerOf({ operations, folder }: Manifest) {
  return makeRouter(
    operations.flatMap((operation) => {
      const target = operationFunction(operation, folder);
      return pathsOf(operation).map((path) => ({ method: operation.method, path, target, operation }));
    }),
  );
}

type Route = { method: string; path: string; target: LambdaFunction; operation: Operation };

interface MatchedCall {
  operation?: Operation;
  target: LambdaFunction;
  routeKey: string;
  pathParameters: Record<string, string> | undefined;
}

function matchedCall(match: Match<Route> | undefined): MatchedCall {
  if (!match) return { target: UNKNOWN_ROUTE, routeKey: "$default", pathParameters: undefined };
  const { entry, pathParameters } = match;
  const { target, operation, method, path } = entry;
  return { target, operation, routeKey: `${method} ${path}`, pathParameters };
}

async function invokeTarget(
  call: MatchedCall,
  request: GatewayRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { target, routeKey, pathParameters } = call;
  const body = await readBody(incoming);
  if (body === "too large") {
    response.shouldKeepAlive = false;
    return refuseTooLarge(call, request, response);
  }
  const event = httpEvent(request, incoming, routeKey, pathParameters, body);
  if (!fitsEvent(event.body)) return refuseTooLarge(call, request, response);
  const late = setTimeout(
    () => sendPlain(response, request.requestId, 503, "Service Unavailable"),
    scaledTimeout(INTEGRATION_TIMEOUT_MS),
  );
  try {
    sendResult(response, request.requestId, await target.invoke(event, request.requestId));
  } finally {
    clearTimeout(late);
  }
}

// Answers with the operation's own 413, so that all large bodies fail alike; AWS's 413 has no error code.
function refuseTooLarge(
  { operation, pathParameters = {} }: MatchedCall,
  { requestId }: GatewayRequest,
  response: ServerResponse,
): void {
  const { code, message } = operation
    ? bodyTooLarge(operation, pathParameters)
    : {
        code: "GENERAL.PAYLOAD_TOO_LARGE",
        message: `The request is larger than the ${MAX_EVENT_BYTES} bytes that fit.`,
      };
  sendError(response, requestId, 413, code, message);
}

/** Parses the request line; returns a text if it is malformed. */
function readRequest(incoming: IncomingMessage): GatewayRequest | string {
  const { method = "GET", url = "/", socket } = incoming;
  const mark = url.indexOf("?");
  const raw = mark < 0 ? url : url.slice(0, mark);
  const path = raw.includes("%") ? decodePath(raw) : raw;
  if (path === undefined) return "The path is not valid percent-encoded UTF-8.";
  const segments = path.split("/");
  if (segments.shift() !== "" || raw.length > 1024 * 8) return "The path does not begin with a slash.";
  if (path !== raw && segments.length !== raw.split("/").length - 1) return "The path has an encoded slash.";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return "The path has a character that no path has.";
  if (segments.includes("..") || segments.includes(".")) return "The path has a dot segment.";
  return {
    method,
    path,
    segments,
    query: mark < 0 ? "" : url.slice(mark + 1),
    requestId: randomUUID(),
    sourceIp: socket.remoteAddress?.replace(/^::ffff:/, "") ?? "127.0.0.1",
  };
}

function decodePath(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

// Writes a raw answer, because Node has no response object for a request that it cannot parse.
function refuseMalformed(error: Error, socket: Socket): void {
  if (!socket.writable || codeOf(error) === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const [status, text] =
    codeOf(error) === "HPE_HEADER_OVERFLOW"
      ? ([431, "Request Header Fields Too Large"] as const)
      : ([400, "Bad Request"] as const);
  const body = errorBody(status, "GENERAL.BAD_REQUEST", `${text}.`);
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nconnection: close\r\ncontent-type: application/json\r\nx-request-id: ${randomUUID()}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const isTaken = codeOf(error) === "EADDRINUSE";
      const advice = "stop what uses it, or choose another: PORT=4500 npm start";
      reject(new StartFailure(isTaken ? `Port ${port} is in use: ${advice}` : messageOf(error)));
    });
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

async function closeServer(server: Server): Promise<void> {
  server.closeIdleConnections();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const late = setTimeout(() => server.closeAllConnections(), 2000);
  await closed;
  clearTimeout(late);
}
