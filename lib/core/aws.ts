import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { scaledTimeout } from "#core/scaled-timeout.ts";

/** Timeouts of an AWS client, in milliseconds: a call that hangs is retried while the function still has time. */
export function timeouts(answer: number) {
  return {
    requestHandler: {
      connectionTimeout: scaledTimeout(1500),
      requestTimeout: scaledTimeout(answer),
      throwOnRequestTimeout: true,
    },
  } as const;
}

/** Longest idle time, in milliseconds, after which a call that must not be retried still uses a connection. */
const MAX_IDLE_MS = 500;

/**
 * Options of a client whose calls must not be retried, because their effect cannot be undone. A service closes idle
 * connections, and a frozen function does not notice: a call on such a connection gets no answer, and nobody knows
 * whether it took effect. So each call gets a new connection, unless one was in use just before.
 *
 * @param answer milliseconds that an answer may take
 * @returns the options, and `dropIdle`, which must be called before each call
 */
export function singleAttempt(answer: number) {
  const httpAgent = trackIdle(new HttpAgent({ keepAlive: true }));
  const httpsAgent = trackIdle(new HttpsAgent({ keepAlive: true }));
  return {
    options: {
      maxAttempts: 1,
      requestHandler: { ...timeouts(answer).requestHandler, httpAgent, httpsAgent },
    },
    dropIdle: () => {
      for (const agent of [httpAgent, httpsAgent]) dropIdle(agent);
    },
  } as const;
}

const idleSince = new WeakMap<Duplex, number>();

function trackIdle<A extends HttpAgent>(agent: A): A {
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    idleSince.set(socket, Date.now());
    return keep(socket);
  };
  return agent;
}

function dropIdle({ freeSockets }: HttpAgent): void {
  const idle: Socket[] = Object.values(freeSockets).flatMap((sockets) => sockets ?? []);
  for (const socket of idle) if (Date.now() - (idleSince.get(socket) ?? 0) > MAX_IDLE_MS) socket.destroy();
}

/** The SDK's message for a connection that timed out. */
const CONNECT_TIMEOUT = /did not establish a connection/;

/**
 * Whether a call certainly never reached its service: the name was not found, the connection was refused, or connecting
 * timed out.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isConnectionFailure);
  if (!(error instanceof Error)) return false;
  const syscall = "syscall" in error ? error.syscall : undefined;
  return syscall === "connect" || syscall === "getaddrinfo" || CONNECT_TIMEOUT.test(error.message);
}

/** Whether an AWS service timed out or had an internal error, so that the same request may succeed later. */
export function isServiceFault(error: unknown): boolean {
  if (!(error instanceof Error) || !("$metadata" in error)) return false;
  return error.name === "TimeoutError" || ("$fault" in error && error.$fault === "server");
}

/**
 * Removes a recipient's email address or phone number from all texts of an error, because the error will be logged.
 *
 * @returns the same error
 */
export function redactRecipient(error: unknown, address: string): unknown {
  if (typeof error !== "object" || error === null) return error;
  const parts = new Set([...Object.keys(error), ...(error instanceof Error ? ["message", "stack"] : [])]);
  for (const part of parts) {
    const text: unknown = Reflect.get(error, part);
    if (typeof text === "string") Reflect.set(error, part, text.replaceAll(address, "the recipient"));
    else redactRecipient(text, address);
  }
  return error;
}
