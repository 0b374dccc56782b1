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

/** A file that a caller has requested in place of JSON; the operation's `produces` is its media type. */
export class FileReply {
  readonly reply: RawReply;

  constructor(reply: RawReply) {
    this.reply = reply;
  }
}

/** Least characters of a body with an ETag that is compressed. */
const MIN_ETAG_GZIP = 10_000;

/** Lambda's answer to an HTTP API, payload format 2.0. */
export interface LambdaReply {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: boolean;
}

/** Headers of every answer: browsers must use TLS, and must not guess the media type. */
const SECURITY_HEADERS = {
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
};

export function jsonReply(
  status: number,
  body: unknown,
  requestId: string,
  headers: Record<string, string> = {},
): LambdaReply {
  return {
    statusCode: status,
    headers: {
      ...SECURITY_HEADERS,
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
 * A JSON answer with an ETag of its bytes; 304 without a body for a caller that has it (RFC 9110, 13.1.2). A large
 * one is compressed for a caller that accepts gzip.
 */
export function etagReply(body: unknown, sent: Headers, requestId: string): LambdaReply {
  const full = jsonReply(200, body, requestId, { "cache-control": "public, max-age=300" });
  const etag = `"${createHash("sha256").update(full.body).digest("base64url").slice(0, 22)}"`;
  const tags = sent["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  const headers = { ...full.headers, etag, vary: "accept-encoding" };
  if (tags.includes(etag) || tags.includes("*")) return { statusCode: 304, headers, body: "" };
  const zips = full.body.length > MIN_ETAG_GZIP && /\bgzip\b/.test(sent["accept-encoding"] ?? "");
  if (!zips) return { ...full, headers };
  const zipped = gzipSync(full.body, { level: 5 }).toString("base64");
  return {
    statusCode: 200,
    headers: { ...headers, "content-encoding": "gzip" },
    body: zipped,
    isBase64Encoded: true,
  };
}

export function rawReply({ status = 200, headers, body = "" }: RawReply, requestId: string): LambdaReply {
  const binary = typeof body !== "string";
  return {
    statusCode: status,
    headers: { ...SECURITY_HEADERS, "x-request-id": requestId, ...headers },
    body: binary ? body.toString("base64") : body,
    ...(binary ? { isBase64Encoded: true } : {}),
  };
}

/**
 * The documented body for any error. A call that AWS throttled is a 503 with `Retry-After`. Any error that is not an
 * `ApiError` is logged, and answered as a 500 without details.
 *
 * @param family the `user` family repeats field errors in `details`, in an older form
 */
export function errorReply(error: unknown, requestId: string, family?: Family): LambdaReply {
  const known = error instanceof ApiError ? error : unexpectedError(error);
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
    // RFC 6750, 3: a 401 names the scheme of the token.
    ...(known.status === 401 ? { "www-authenticate": "Bearer" } : {}),
  };
  return jsonReply(known.status, { ...body, ...older }, requestId, headers);
}

export function errorCodeOf(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  return (isThrottled(error) ? GENERAL.UNAVAILABLE : GENERAL.INTERNAL_SERVER).code;
}

function unexpectedError(error: unknown): ApiError {
  const { name } = (error ?? {}) as { name?: string };
  if (isThrottled(error)) {
    logger.warn("throttled", { name });
    return GENERAL.UNAVAILABLE({ seconds: THROTTLED_SECONDS, retryAfter: THROTTLED_SECONDS });
  }
  logger.error("unexpected", { error: error as Error, name });
  return GENERAL.INTERNAL_SERVER();
}

/** Least characters of a body for which compressing is worth a millisecond of CPU. */
const MIN_COMPRESSED = 8 * 1024;
/** Level of gzip: higher levels take several times as long for a tenth fewer bytes. */
const GZIP_LEVEL = 2;
const TEXT_TYPES = /^(text\/|application\/(json|xml|javascript))/;

/**
 * Compresses a large text for a caller that accepts gzip, as neither API Gateway's HTTP API nor Lambda does. It also
 * makes an answer fit that exceeds Lambda's 6 MB.
 *
 * @param accepted the request's Accept-Encoding
 */
export function compressReply(result: LambdaReply, accepted: string | undefined): LambdaReply {
  const { body, headers, isBase64Encoded } = result;
  if (body.length < MIN_COMPRESSED || isBase64Encoded || headers["content-encoding"] !== undefined)
    return result;
  if (!TEXT_TYPES.test(headers["content-type"] ?? "")) return result;
  const vary = [headers.vary, "accept-encoding"].filter(Boolean).join(", ");
  if (!acceptsGzip(accepted)) return { ...result, headers: { ...headers, vary } };
  const { etag } = headers;
  return {
    ...result,
    // A strong tag would promise the bytes before compression.
    headers: { ...headers, vary, "content-encoding": "gzip", ...(etag ? { etag: `W/${etag}` } : {}) },
    body: gzipSync(body, { level: GZIP_LEVEL }).toString("base64"),
    isBase64Encoded: true,
  };
}

function acceptsGzip(accepted = ""): boolean {
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
): LambdaReply {
  if (typeof operation.returns === "string") return rawReply(reply as RawReply, requestId);
  return jsonReply(status, reply, requestId, replayed ? { "idempotent-replayed": "true" } : {});
}
