import { gzipSync } from "node:zlib";
import type { Result } from "./reply.ts";

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
export function compressed(result: Result, accepted: string | undefined): Result {
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
