import { LogFormatter, Logger, LogItem } from "@aws-lambda-powertools/logger";
import type { LogAttributes, UnformattedAttributes } from "@aws-lambda-powertools/logger/types";
import { cleared, clearedError } from "./cleared.ts";
import { requestOf, tenantOf } from "./whose.ts";

const CREDENTIALS = /^(authorization|x-api-key|cookie|idempotency-key|password|(.+[-_])?(token|secret))$/i;

/** What every line has, which no caller may say. */
type Reserved = "level" | "message" | "timestamp" | "service" | "sampling_rate";
type Fields = Record<string, unknown> & { [K in Reserved]?: never };
type Level = "debug" | "info" | "warn" | "error";
type Lines = Record<Level, (message: string, ...fields: Fields[]) => void>;

/** Errors that one line tells of, those within others too, and how far in. */
const MOST = 10;
const DEEPEST = 5;
/** What an error says besides of how it came about. Whatever else it has may hold what people sent. */
const PARTS = ["code", "errno", "syscall", "type", "status", "statusCode", "requestId"] as const;

class Format extends LogFormatter {
  override formatAttributes(of: UnformattedAttributes, more: LogAttributes): LogItem {
    const { logLevel: level, message, timestamp, serviceName: service, xRayTraceId: xray_trace_id } = of;
    const own = { request: more.id === requestOf() ? undefined : requestOf(), tenant: tenantOf() };
    const first = { level, message, timestamp: this.formatTimestamp(timestamp), service, xray_trace_id };
    const known = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
    return new LogItem({ attributes: { ...first, ...own, ...known } });
  }

  override formatError(error: Error): LogAttributes {
    return this.told(error, { left: MOST }, 1);
  }

  private told(error: unknown, room: { left: number }, depth: number): LogAttributes {
    room.left -= 1;
    const { name, message, stack, cause, errors, ...rest } = partsOf(error);
    const within = depth < DEEPEST ? depth + 1 : undefined;
    const inner = (each: unknown) => (within && room.left > 0 ? this.told(each, room, within) : undefined);
    const all = Array.isArray(errors) ? errors : [];
    const told = all.map(inner).filter((each) => each !== undefined);
    return {
      name,
      location: this.getCodeLocation(stack),
      message: clearedError(message),
      stack: clearedError(stack),
      ...rest,
      ...(cause === undefined || cause === null ? {} : { cause: inner(cause) }),
      ...(all.length > 0 ? { errors: told } : {}),
      ...(all.length > told.length ? { untold: all.length - told.length } : {}),
    };
  }
}

type Parts = Pick<Partial<AggregateError>, "name" | "message" | "stack" | "cause" | "errors">;

function partsOf(error: unknown): Parts {
  if (typeof error !== "object" || error === null) return { name: typeof error, message: String(error) };
  const { name, message, stack, cause, errors, $metadata } = error as Partial<AggregateError> & {
    $metadata?: { httpStatusCode?: number; requestId?: string };
  };
  const plain = PARTS.map((part) => [part, Reflect.get(error, part)] as const).filter(
    ([, value]) => typeof value === "string" || typeof value === "number",
  );
  const answered = $metadata && { statusCode: $metadata.httpStatusCode, requestId: $metadata.requestId };
  return { name, message, stack, cause, errors, ...answered, ...Object.fromEntries(plain) };
}

/**
 * Structured log, one JSON line an entry, which names the request and the tenant of what runs. Never given a body, a token
 * or an address of a person.
 */
export const logger: Omit<Logger, Level> & Lines = new Logger({
  serviceName: "storefront",
  jsonReplacerFn: redact,
  logFormatter: new Format(),
});

/** Ends a function whose failure a line tells already: what Lambda writes of an error itself, it writes as it is. */
export class Logged extends Error {
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
  return typeof value === "string" ? cleared(value) : value;
}
