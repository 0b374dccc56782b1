import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { scaledTimeout } from "#core/scaled-timeout.ts";

/**
 * Times that an AWS client gets, in milliseconds: one for the connection and one for an answer. A call that hangs is
 * given up and tried again while the function still has time.
 */
export function timeouts(answer: number) {
  return {
    requestHandler: {
      connectionTimeout: scaledTimeout(1500),
      requestTimeout: scaledTimeout(answer),
      throwOnRequestTimeout: true,
    },
  } as const;
}

/** Milliseconds that a connection may have been idle and be used for a call that is made only once. */
const IDLE = 500;

/**
 * Options of a client whose calls are made at most once, because what they do cannot be undone. A service closes a
 * connection that is idle, and a frozen function does not hear of it: the next call on it gets no answer, and nothing
 * tells whether it was done. Such a call gets a new connection, unless the last one ended a moment ago.
 *
 * @param answer milliseconds that an answer may take
 * @returns the options, and what has to be called before each call
 */
export function singleAttempt(answer: number) {
  const httpAgent = notingIdle(new HttpAgent({ keepAlive: true }));
  const httpsAgent = notingIdle(new HttpsAgent({ keepAlive: true }));
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

function notingIdle<A extends HttpAgent>(agent: A): A {
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    idleSince.set(socket, Date.now());
    return keep(socket);
  };
  return agent;
}

function dropIdle({ freeSockets }: HttpAgent): void {
  const idle: Socket[] = Object.values(freeSockets).flatMap((sockets) => sockets ?? []);
  for (const socket of idle) if (Date.now() - (idleSince.get(socket) ?? 0) > IDLE) socket.destroy();
}

/** What a client says of a connection that did not come about within its time. */
const NOT_CONNECTED = /did not establish a connection/;

/**
 * Whether a call surely did not reach its service, because no connection came about: the name was not found, the
 * service refused, or the time for connecting ran out.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isConnectionFailure);
  if (!(error instanceof Error)) return false;
  const syscall = "syscall" in error ? error.syscall : undefined;
  return syscall === "connect" || syscall === "getaddrinfo" || NOT_CONNECTED.test(error.message);
}

/** Whether a service of AWS did not answer in time, or had a fault of its own: that says nothing of what was asked. */
export function isServiceFault(error: unknown): boolean {
  if (!(error instanceof Error) || !("$metadata" in error)) return false;
  return error.name === "TimeoutError" || ("$fault" in error && error.$fault === "server");
}

/**
 * Takes the address of a person out of all that a service says of a call, for what is thrown may be logged.
 *
 * @returns the same error
 */
export function redactAddress(error: unknown, address: string): unknown {
  if (typeof error !== "object" || error === null) return error;
  const parts = new Set([...Object.keys(error), ...(error instanceof Error ? ["message", "stack"] : [])]);
  for (const part of parts) {
    const said: unknown = Reflect.get(error, part);
    if (typeof said === "string") Reflect.set(error, part, said.replaceAll(address, "the recipient"));
    else redactAddress(said, address);
  }
  return error;
}
