import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { ApiError, GENERAL } from "#core/errors.ts";
import { logger } from "#core/log.ts";
import { isThrottled, THROTTLED_SECONDS } from "#core/throttled.ts";
import type { Family, Operation } from "./contract.ts";

/** A success that is not JSON: a page, a picture, a redirect. */
export interface RawReply {
  status?: number;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** A file that an operation answers in place of its JSON, to who asked for one; it `produces` its type. */
export class FileReply {
  readonly reply: RawReply;

  constructor(reply: RawReply) {
    this.reply = reply;
  }
}

/** Bytes below which compressing gains nothing. */
const MIN_ZIPPED = 10_000;

/** Lambda's answer to an HTTP API, payload format 2.0. */
export interface Result {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: boolean;
}

/** On every answer: it came by TLS and is to be asked so again, and it is what it says it is. */
const SAFE = {
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
};

export function jsonReply(
  status: number,
  body: unknown,
  requestId: string,
  headers: Record<string, string> = {},
): Result {
  return {
    statusCode: status,
    headers: {
      ...SAFE,
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-request-id": requestId,
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * A JSON answer with an ETag of its bytes; 304 without a body for a caller that has it (RFC 9110, 13.1.2). A large one
 * is compressed for a caller that takes gzip.
 */
export function etagReply(body: unknown, sent: Headers, requestId: string): Result {
  const full = jsonReply(200, body, requestId, { "cache-control": "public, max-age=300" });
  const etag = `"${createHash("sha256").update(full.body).digest("base64url").slice(0, 22)}"`;
  const tags = sent["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  const headers = { ...full.headers, etag, vary: "accept-encoding" };
  if (tags.includes(etag) || tags.includes("*")) return { statusCode: 304, headers, body: "" };
  const zips = full.body.length > MIN_ZIPPED && /\bgzip\b/.test(sent["accept-encoding"] ?? "");
  if (!zips) return { ...full, headers };
  const zipped = gzipSync(full.body, { level: 5 }).toString("base64");
  return {
    statusCode: 200,
    headers: { ...headers, "content-encoding": "gzip" },
    body: zipped,
    isBase64Encoded: true,
  };
}

export function rawReply({ status = 200, headers, body = "" }: RawReply, requestId: string): Result {
  const binary = typeof body !== "string";
  return {
    statusCode: status,
    headers: { ...SAFE, "x-request-id": requestId, ...headers },
    body: binary ? body.toString("base64") : body,
    ...(binary ? { isBase64Encoded: true } : {}),
  };
}

/**
 * The documented body for any error. A call that a service of AWS did not take is a 503 with `Retry-After`. Any other
 * error that is not an `ApiError` is logged, and answered as a 500 that tells nothing.
 *
 * @param family of the operation: the oldest spells the errors of fields in `details` too
 */
export function errorReply(error: unknown, requestId: string, family?: Family): Result {
  const known = error instanceof ApiError ? error : unexpected(error);
  const body = known.body();
  const older =
    family === "user"
      ? {
          details: body.validationErrors.map(({ field, error: code, message }) => ({
            field,
            error: code,
            message,
          })),
        }
      : {};
  const headers = {
    ...(known.retryAfter === undefined ? {} : { "retry-after": String(known.retryAfter) }),
    // RFC 6750, 3: a resource that wants a token says so.
    ...(known.status === 401 ? { "www-authenticate": "Bearer" } : {}),
  };
  return jsonReply(known.status, { ...body, ...older }, requestId, headers);
}

/** The code that an error is answered with. */
export function errorCodeOf(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  return (isThrottled(error) ? GENERAL.UNAVAILABLE : GENERAL.INTERNAL_SERVER).code;
}

function unexpected(error: unknown): ApiError {
  const { name } = (error ?? {}) as { name?: string };
  if (isThrottled(error)) {
    logger.warn("throttled", { name });
    return GENERAL.UNAVAILABLE({ seconds: THROTTLED_SECONDS, retryAfter: THROTTLED_SECONDS });
  }
  logger.error("unexpected", { error: error as Error, name });
  return GENERAL.INTERNAL_SERVER();
}

/** Characters from which a text is worth a millisecond of a processor. */
const WORTH = 8 * 1024;
/** Level of gzip: higher ones take several times as long for a tenth fewer bytes. */
const LEVEL = 2;
const TEXT = /^(text\/|application\/(json|xml|javascript))/;

/**
 * The answer in gzip for a caller that takes it, if it is a large text: neither API Gateway's HTTP API nor Lambda does
 * that. An answer that is smaller this way also fits where it would be over the 6 MB that Lambda gives one.
 *
 * @param accepted the request's Accept-Encoding
 */
export function compressReply(result: Result, accepted: string | undefined): Result {
  const { body, headers, isBase64Encoded } = result;
  if (body.length < WORTH || isBase64Encoded || headers["content-encoding"] !== undefined) return result;
  if (!TEXT.test(headers["content-type"] ?? "")) return result;
  const vary = [headers.vary, "accept-encoding"].filter(Boolean).join(", ");
  if (!takesGzip(accepted)) return { ...result, headers: { ...headers, vary } };
  const { etag } = headers;
  return {
    ...result,
    // The bytes are others than those that a strong tag names.
    headers: { ...headers, vary, "content-encoding": "gzip", ...(etag ? { etag: `W/${etag}` } : {}) },
    body: gzipSync(body, { level: LEVEL }).toString("base64"),
    isBase64Encoded: true,
  };
}

function takesGzip(accepted = ""): boolean {
  return accepted.split(",").some((each) => {
    const [name = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    return (name === "gzip" || name === "*") && !parameters.some((part) => /^q=0(\.0*)?$/.test(part));
  });
}

export function successReply(
  operation: Operation,
  reply: unknown,
  requestId: string,
  status: number,
  replayed: boolean,
): Result {
  if (typeof operation.returns === "string") return rawReply(reply as RawReply, requestId);
  return jsonReply(status, reply, requestId, replayed ? { "idempotent-replayed": "true" } : {});
}
