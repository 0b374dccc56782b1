import { createECDH, hkdfSync, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import * as jose from "jose";
import { type SigningSecret, signingSecret } from "./secrets.ts";
import { findPublicKey, livePublicKeys, publish } from "./signing-keys.ts";

const ALGORITHM = "ES256";
const CURVE_ORDER = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");

/** What an access token says. Times are seconds. */
export interface AccessClaims {
  /** Person id. */
  sub: string;
  provider: string;
  /** Session id. */
  sid: string;
  iss: string;
  iat: number;
  exp: number;
  /** The one store that a store-scoped session is good for. */
  store?: string;
}

interface KeyPair {
  kid: string;
  privateKey: jose.CryptoKey;
  jwk: Record<string, string>;
}

const pairs = new Map<string, Promise<KeyPair>>();

/** Signs an access token (RFC 7519). Its public key is published before: whoever gets the token can have it verified. */
export async function signAccessToken(claims: AccessClaims): Promise<string> {
  const { kid, privateKey, jwk } = await pairOf(await signingSecret());
  await publish({ kid, jwk }, claims.iat);
  const { sub, iss, iat, exp, ...rest } = claims;
  return new jose.SignJWT(rest)
    .setProtectedHeader({ alg: ALGORITHM, typ: "at+jwt", kid })
    .setSubject(sub)
    .setIssuer(iss)
    .setIssuedAt(iat)
    .setExpirationTime(exp)
    .sign(privateKey);
}

/**
 * Verifies an access token: our algorithm only, one of our live keys, our issuer, not expired.
 *
 * @param now seconds
 * @returns the claims, or `undefined` for any token that is not good
 */
export async function verifyAccessToken(
  token: string,
  issuer: string,
  now: number,
): Promise<AccessClaims | undefined> {
  try {
    const { payload } = await jose.jwtVerify(token, keyFinder(now), {
      algorithms: [ALGORITHM],
      typ: "at+jwt",
      issuer,
      currentDate: new Date(now * 1000),
      requiredClaims: ["sub", "sid", "exp", "iat"],
    });
    return hasOneSpelling(token) ? (payload as unknown as AccessClaims) : undefined;
  } catch (error) {
    if (error instanceof jose.errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * The public keys, as a JWK set (RFC 7517), the one that signed last first.
 *
 * @param now seconds
 */
export async function publicKeys(now: number): Promise<{ keys: jose.JWK[] }> {
  return { keys: await livePublicKeys(now) };
}

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

function keyFinder(now: number) {
  return async ({ kid }: jose.JWTHeaderParameters): Promise<jose.CryptoKey> => {
    const key = kid === undefined ? undefined : await findPublicKey(kid, now);
    if (!key) throw new jose.errors.JWKSNoMatchingKey();
    return key;
  };
}

// JSON.parse lets the last of two equal names win; a token that says a thing twice says nothing.
function hasOneSpelling(token: string): boolean {
  const text = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return JSON.stringify(JSON.parse(text)) === text;
}

function pairOf(secret: SigningSecret): Promise<KeyPair> {
  const id = `${secret.kid}:${secret.secret}`;
  let pair = pairs.get(id);
  if (!pair) {
    pair = derivePair(secret);
    pairs.set(id, pair);
  }
  return pair;
}

// A P-256 key from a secret text, by the extra-bits method of FIPS 186-5, A.2.1: rotating the key is putting a new text.
async function derivePair({ kid, secret }: SigningSecret): Promise<KeyPair> {
  const wide = BigInt(
    `0x${Buffer.from(hkdfSync("sha256", secret, "", `access-token:${kid}`, 40)).toString("hex")}`,
  );
  const scalar = ((wide % (CURVE_ORDER - 1n)) + 1n).toString(16).padStart(64, "0");
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(Buffer.from(scalar, "hex"));
  const point = curve.getPublicKey();
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
    kid,
    alg: ALGORITHM,
    use: "sig",
  };
  const d = Buffer.from(scalar, "hex").toString("base64url");
  const privateKey = await jose.importJWK({ ...jwk, d }, ALGORITHM);
  // Safe: importing an EC key never gives the byte array that only symmetric keys give.
  return { kid, jwk, privateKey: privateKey as jose.CryptoKey };
}
