import * as z from "zod";
import { ALGORITHM } from "./signing-keys.ts";

/** The header of an access token. Further fields, such as `crit` or `jwk`, are refused. */
const TokenHeader = z.strictObject({
  alg: z.literal(ALGORITHM),
  typ: z.literal("at+jwt"),
  kid: z.string().min(1).max(200),
});
type TokenHeader = z.output<typeof TokenHeader>;

const Id = z.string().min(1).max(100);

/** Claims of an access token. Times are seconds. */
export const AccessClaims = z.object({
  /** Person id. */
  sub: Id,
  provider: z.string(),
  /** Session id. */
  sid: Id,
  iss: z.string(),
  iat: z.int(),
  exp: z.int(),
  /** The store of a store-scoped session. */
  store: z.string().optional(),
});
export type AccessClaims = z.output<typeof AccessClaims>;

/** Characters: several times the length of our tokens. */
const MAX_TOKEN_LENGTH = 4096;

/**
 * Parses an access token before it is verified. The format is checked here alone: every part must have
 * exactly the encoding that we write.
 *
 * @returns `undefined` for a text that cannot be our token
 */
export function readToken(token: string): { header: TokenHeader; claims: AccessClaims } | undefined {
  const [header = "", claims = "", signature = "", ...more] =
    token.length > MAX_TOKEN_LENGTH ? [] : token.split(".");
  if (more.length > 0 || canonicalBytes(signature) === undefined) return undefined;
  const [parsedHeader, parsedClaims] = [
    TokenHeader.safeParse(jsonOf(header)),
    AccessClaims.safeParse(jsonOf(claims)),
  ];
  return parsedHeader.success && parsedClaims.success
    ? { header: parsedHeader.data, claims: parsedClaims.data }
    : undefined;
}

// JSON.parse takes the last of two equal names. Such a token is refused.
function jsonOf(part: string): unknown {
  const text = canonicalBytes(part)?.toString("utf8");
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

// Node's decoder is lenient. Only the canonical encoding is accepted (RFC 7515, 2).
function canonicalBytes(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, "base64url");
  return bytes.length > 0 && bytes.toString("base64url") === part ? bytes : undefined;
}
