import { LogFormatter, Logger, LogItem } from "@aws-lambda-powertools/logger";
import type { LogAttributes, UnformattedAttributes } from "@aws-lambda-powertools/logger/types";
import { currentRequest, currentTenant } from "./log-context.ts";
import { redactErrorText, redactText } from "./redact-text.ts";

const CREDENTIAL_NAMES =
  /(authorization|api[-_]?key|cookie|idempotency-key|password|signature|token|secret)$/i;
/** Names of fields with the text of an error. */
const ERROR_FIELDS = /^(error|reason|said|problem)$/;

/** Fields that every line has and no caller may set. */
type ReservedField = "level" | "message" | "timestamp" | "service" | "sampling_rate";
type Fields = Record<string, unknown> & { [K in ReservedField]?: never };
type LogLevel = "debug" | "info" | "warn" | "error";
type LogMethods = Record<LogLevel, (message: string, ...fields: Fields[]) => void>;

/** Most errors of one line, nested ones included, and the deepest level. */
const MAX_ERRORS = 10;
const MAX_DEPTH = 5;
/** Most characters of a nested error's message, because Lambda cuts a line at 256 KB. */
const MAX_INNER_TEXT = 1000;
/** Most characters before the frames of a stack, which begins with the whole message. */
const MAX_STACK_HEAD = 200;
/** Most items of a list in a line. */
const MAX_ITEMS = 50;
/** Members of an error that are logged besides name, message and stack. Others may hold personal data. */
const ERROR_PARTS = ["code", "errno", "syscall", "type", "status", "statusCode", "requestId"] as const;

class LineFormat extends LogFormatter {
  override formatAttributes(of: UnformattedAttributes, more: LogAttributes): LogItem {
    const { logLevel: level, message, timestamp, serviceName: service, xRayTraceId: xray_trace_id } = of;
    const own = {
      request: more.id === currentRequest() ? undefined : currentRequest(),
      tenant: currentTenant(),
    };
    const first = { level, message, timestamp: this.formatTimestamp(timestamp), service, xray_trace_id };
    const defined = Object.entries(more).filter(([, value]) => value !== undefined);
    const known = Object.fromEntries(defined.map(([name, value]) => [name, this.loggable(name, value)]));
    return new LogItem({ attributes: { ...first, ...own, ...known } });
  }

  override formatError(error: Error): LogAttributes {
    return this.errorFields(error, { left: MAX_ERRORS }, 1);
  }

  // Handles thrown values that are no errors too, and errors whose `toJSON` would write all that they contain.
  private loggable(name: string, value: unknown): unknown {
    const isThrown = value instanceof Error || (name === "error" && typeof value !== "string");
    return isThrown ? this.errorFields(value, { left: MAX_ERRORS }, 1) : value;
  }

  private errorFields(error: unknown, room: { left: number }, depth: number): LogAttributes {
    room.left -= 1;
    const { name, message, stack, cause, errors, ...rest } = partsOf(error);
    const within = depth < MAX_DEPTH ? depth + 1 : undefined;
    const inner = (each: unknown) =>
      within && room.left > 0 ? this.errorFields(each, room, within) : undefined;
    const all: unknown[] = Array.isArray(errors) ? errors : [];
    const nested = all.slice(0, MAX_ERRORS).flatMap((each) => inner(each) ?? []);
    const most = depth === 1 ? undefined : MAX_INNER_TEXT;
    return {
      name: redactErrorText(name, MAX_INNER_TEXT),
      location: this.getCodeLocation(stack),
      message: redactErrorText(message, most),
      stack: stack && redactErrorText(framesOf(stack), most),
      ...rest,
      ...(cause === undefined || cause === null ? {} : { cause: inner(cause) }),
      ...(all.length > 0 ? { errors: nested } : {}),
      ...(all.length > nested.length ? { omitted: all.length - nested.length } : {}),
    };
  }
}

interface ErrorParts {
  name: string;
  message: string;
  stack: string;
  cause?: unknown;
  errors?: unknown;
  statusCode?: unknown;
  requestId?: unknown;
}

function partsOf(error: unknown): ErrorParts {
  if (typeof error !== "object" || error === null)
    return { name: typeof error, message: textOf(error), stack: "" };
  const text = (part: string) => textOf(partOf(error, part) ?? "");
  const plain = ERROR_PARTS.map((part) => [part, partOf(error, part)] as const).filter(
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

// A thrown value may come from a library, and even reading its members may throw.
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
  return frames > MAX_STACK_HEAD ? `${stack.slice(0, MAX_STACK_HEAD)}…${stack.slice(frames)}` : stack;
}

/** A logger that never throws, even for a value that cannot be written. */
class SafeLogger extends Logger {
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
 * Structured log, one JSON line an entry, with the request and the tenant of the running work. Never log a body, a
 * token, an email address or a phone number.
 */
export const logger: Omit<Logger, LogLevel> & LogMethods = new SafeLogger({
  serviceName: "storefront",
  jsonReplacerFn: redact,
  logFormatter: new LineFormat(),
});

/** Ends a function whose failure is already logged, because Lambda would log the original error unredacted. */
export class AlreadyLogged extends Error {
  constructor() {
    super("It failed, as the line before this one says.");
    this.name = "Logged";
  }
}

/** Redacts a logged value: headers that are credentials, and personal data and secrets in every text. */
export function redact(name: string, value: unknown): unknown {
  if (CREDENTIAL_NAMES.test(name)) return "redacted";
  if (typeof value === "string") return redactText(ERROR_FIELDS.test(name) ? redactErrorText(value) : value);
  if (Array.isArray(value) && value.length > MAX_ITEMS)
    return [...value.slice(0, MAX_ITEMS), `${value.length - MAX_ITEMS} more`];
  return value;
}
