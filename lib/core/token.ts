import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * An opaque bearer token: prefix, 256 random bits, and a checksum by which scanners tell a leaked token from noise.
 *
 * @param prefix kind of token, such as `sk`
 * @param hint id put in front of the randomness when the record must be found without an index; may be empty
 */
export function newOpaqueToken(prefix: string, hint = ""): string {
  return opaqueToken(prefix, hint, randomBytes(32).toString("hex"));
}

/** The token with a given secret part, for successors that are derived and not drawn. */
export function opaqueToken(prefix: string, hint: string, secret: string): string {
  const body = [prefix, hint, secret].filter(Boolean).join("_");
  return `${body}_${checksum(body)}`;
}

/** Takes an opaque token apart; `undefined` when its form or checksum is wrong. */
export function parseOpaqueToken(
  prefix: string,
  token: string,
): { hint: string; secret: string } | undefined {
  const match = /^([a-z]+)(?:_([0-9a-z]+))?_([0-9a-f]{64})_([0-9a-z]{7})$/.exec(token);
  if (!match || match[1] !== prefix) return undefined;
  const body = token.slice(0, token.lastIndexOf("_"));
  if (checksum(body) !== match[4]) return undefined;
  return { hint: match[2] ?? "", secret: match[3] ?? "" };
}

function checksum(body: string): string {
  return crc32(body).toString(36).padStart(7, "0");
}
