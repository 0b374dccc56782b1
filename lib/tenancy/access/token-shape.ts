import * as z from "zod";
import { ALGORITHM } from "./signing-keys.ts";

/** What the header of an access token says, all of it: a name more, such as `crit` or `jwk`, is no header of ours. */
const TokenHeader = z.strictObject({
  alg: z.literal(ALGORITHM),
  typ: z.literal("at+jwt"),
  kid: z.string().min(1).max(200),
});
type TokenHeader = z.output<typeof TokenHeader>;

const Id = z.string().min(1).max(100);

/** What an access token says. Times are seconds. */
export const AccessClaims = z.object({
  /** Person id. */
  sub: Id,
  provider: z.string(),
  /** Session id. */
  sid: Id,
  iss: z.string(),
  iat: z.int(),
  exp: z.int(),
  /** The one store that a store-scoped session is good for. */
  store: z.string().optional(),
});
export type AccessClaims = z.output<typeof AccessClaims>;

/** Characters: several times what a token of ours has. */
const LONGEST = 4096;

/**
 * Reads what an access token says, before anybody knows whether it is true. The shapes of a token are checked here and
 * nowhere else: every part in the one spelling that we write, header and claims by their schemas.
 *
 * @returns `undefined` for any text that no token of ours can be
 */
export function readToken(token: string): { header: TokenHeader; claims: AccessClaims } | undefined {
  const [header = "", claims = "", signature = "", ...more] = token.length > LONGEST ? [] : token.split(".");
  if (more.length > 0 || textOf(signature) === undefined) return undefined;
  const [said, claimed] = [TokenHeader.safeParse(jsonOf(header)), AccessClaims.safeParse(jsonOf(claims))];
  return said.success && claimed.success ? { header: said.data, claims: claimed.data } : undefined;
}

// JSON.parse lets the last of two equal names win; a token that says a thing twice says nothing.
function jsonOf(part: string): unknown {
  const text = textOf(part)?.toString("utf8");
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

// Node's decoder is lenient: only the canonical spelling of the bytes is taken (RFC 7515, 2).
function textOf(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, "base64url");
  return bytes.length > 0 && bytes.toString("base64url") === part ? bytes : undefined;
}
