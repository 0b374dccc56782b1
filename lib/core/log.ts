import { LogFormatter, Logger, LogItem } from "@aws-lambda-powertools/logger";
import type { LogAttributes, UnformattedAttributes } from "@aws-lambda-powertools/logger/types";
import { currentRequest, currentTenant } from "./log-context.ts";
import { redactErrorText, redactText } from "./redact-text.ts";

const CREDENTIALS = /(authorization|api[-_]?key|cookie|idempotency-key|password|signature|token|secret)$/i;
/** Names of what an error has said, where a line has it as a text. */
const OF_ERRORS = /^(error|reason|said|problem)$/;

/** What every line has, which no caller may say. */
type Reserved = "level" | "message" | "timestamp" | "service" | "sampling_rate";
type Fields = Record<string, unknown> & { [K in Reserved]?: never };
type Level = "debug" | "info" | "warn" | "error";
type Lines = Record<Level, (message: string, ...fields: Fields[]) => void>;

/** Errors that one line tells of, those within others too, and how far in. */
const MOST = 10;
const DEEPEST = 5;
/** Characters of what one within another says: Lambda cuts a line at 256 KB. */
const INNER = 1000;
/** Characters before the frames of a stack, which begin with all that the message says. */
const BEFORE_FRAMES = 200;
/** Members of a list that a line has at most. */
const MEMBERS = 50;
/** What an error says besides of how it came about. Whatever else it has may hold what people sent. */
const PARTS = ["code", "errno", "syscall", "type", "status", "statusCode", "requestId"] as const;

class Format extends LogFormatter {
  override formatAttributes(of: UnformattedAttributes, more: LogAttributes): LogItem {
    const { logLevel: level, message, timestamp, serviceName: service, xRayTraceId: xray_trace_id } = of;
    const own = {
      request: more.id === currentRequest() ? undefined : currentRequest(),
      tenant: currentTenant(),
    };
    const first = { level, message, timestamp: this.formatTimestamp(timestamp), service, xray_trace_id };
    const said = Object.entries(more).filter(([, value]) => value !== undefined);
    const known = Object.fromEntries(said.map(([name, value]) => [name, this.shown(name, value)]));
    return new LogItem({ attributes: { ...first, ...own, ...known } });
  }

  override formatError(error: Error): LogAttributes {
    return this.told(error, { left: MOST }, 1);
  }

  // Also what was thrown and is no error, and an error that would turn itself into JSON with all that it holds.
  private shown(name: string, value: unknown): unknown {
    const isThrown = value instanceof Error || (name === "error" && typeof value !== "string");
    return isThrown ? this.told(value, { left: MOST }, 1) : value;
  }

  private told(error: unknown, room: { left: number }, depth: number): LogAttributes {
    room.left -= 1;
    const { name, message, stack, cause, errors, ...rest } = partsOf(error);
    const within = depth < DEEPEST ? depth + 1 : undefined;
    const inner = (each: unknown) => (within && room.left > 0 ? this.told(each, room, within) : undefined);
    const all: unknown[] = Array.isArray(errors) ? errors : [];
    const told = all.slice(0, MOST).flatMap((each) => inner(each) ?? []);
    const most = depth === 1 ? undefined : INNER;
    return {
      name: redactErrorText(name, INNER),
      location: this.getCodeLocation(stack),
      message: redactErrorText(message, most),
      stack: stack && redactErrorText(framesOf(stack), most),
      ...rest,
      ...(cause === undefined || cause === null ? {} : { cause: inner(cause) }),
      ...(all.length > 0 ? { errors: told } : {}),
      ...(all.length > told.length ? { untold: all.length - told.length } : {}),
    };
  }
}

interface Parts {
  name: string;
  message: string;
  stack: string;
  cause?: unknown;
  errors?: unknown;
  statusCode?: unknown;
  requestId?: unknown;
}

function partsOf(error: unknown): Parts {
  if (typeof error !== "object" || error === null)
    return { name: typeof error, message: textOf(error), stack: "" };
  const text = (part: string) => textOf(partOf(error, part) ?? "");
  const plain = PARTS.map((part) => [part, partOf(error, part)] as const).filter(
    ([, value]) => typeof value === "string" || typeof value === "number",
  );
  const answer = partOf(error, "$metadata");
  return {
    name: text("name") || typeof error,
    message: text("message"),
    stack: text("stack"),
    cause: partOf(error, "cause"),
    errors: partOf(error, "errors"),
    statusCode: partOf(answer, "httpStatusCode"),
    requestId: partOf(answer, "requestId"),
    ...Object.fromEntries(plain),
  };
}

// What is thrown may be of a library, and even its parts may throw: a line is written all the same.
function partOf(error: unknown, part: string): unknown {
  try {
    return Reflect.get(Object(error), part);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return "";
  }
}

function framesOf(stack: string): string {
  const frames = stack.indexOf("\n    at ");
  return frames > BEFORE_FRAMES ? `${stack.slice(0, BEFORE_FRAMES)}…${stack.slice(frames)}` : stack;
}

/** Whoever logs goes on, whatever it is that cannot be written. */
class Written extends Logger {
  override printLog(...[level, item]: Parameters<Logger["printLog"]>): void {
    try {
      super.printLog(level, item);
    } catch {
      const { level: name, message, timestamp, service } = item.getAttributes();
      const attributes = { level: name, message, timestamp, service, unwritable: true };
      super.printLog(level, new LogItem({ attributes }));
    }
  }
}

/**
 * Structured log, one JSON line an entry, which names the request and the tenant of what runs. Never given a body, a token
 * or an address of a person.
 */
export const logger: Omit<Logger, Level> & Lines = new Written({
  serviceName: "storefront",
  jsonReplacerFn: redact,
  logFormatter: new Format(),
});

/** Ends a function whose failure a line tells already: what Lambda writes of an error itself, it writes as it is. */
export class AlreadyLogged extends Error {
  constructor() {
    super("It failed, as the line before this one says.");
    this.name = "Logged";
  }
}

/**
 * Takes what is no business of a log out of whatever is logged: the values of headers that are credentials, and of every
 * text the addresses, tokens and queries in it.
 */
export function redact(name: string, value: unknown): unknown {
  if (CREDENTIALS.test(name)) return "redacted";
  if (typeof value === "string") return redactText(OF_ERRORS.test(name) ? redactErrorText(value) : value);
  if (Array.isArray(value) && value.length > MEMBERS)
    return [...value.slice(0, MEMBERS), `${value.length - MEMBERS} more`];
  return value;
}
