import { createECDH, hkdfSync } from "node:crypto";
import * as jose from "jose";
import { type SigningSecret, signingSecret } from "#core/secrets.ts";
import { ALGORITHM, findPublicKey, importKey, livePublicKeys, publishKey } from "./signing-keys.ts";
import { type AccessClaims, readToken } from "./token-shape.ts";

const CURVE_ORDER = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");

interface KeyPair {
  kid: string;
  privateKey: jose.CryptoKey;
  jwk: Record<string, string>;
}

const keyPairs = new Map<string, Promise<KeyPair>>();

/** Signs an access token (RFC 7519). Its public key is published first, so that every function can verify it. */
export async function signAccessToken(claims: AccessClaims): Promise<string> {
  const { kid, privateKey, jwk } = await keyPairOf(await signingSecret());
  await publishKey({ kid, jwk }, claims.iat);
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
 * Verifies an access token: our algorithm, one of our live keys, our issuer, not expired.
 *
 * @param now seconds
 * @returns the claims, or `undefined` for an invalid token
 */
export async function verifyAccessToken(
  token: string,
  issuer: string,
  now: number,
): Promise<AccessClaims | undefined> {
  const read = readToken(token);
  const key = read && (await findPublicKey(read.header.kid, now));
  if (!key) return undefined;
  try {
    await jose.jwtVerify(token, key, { algorithms: [ALGORITHM], issuer, currentDate: new Date(now * 1000) });
    return read.claims;
  } catch (error) {
    if (error instanceof jose.errors.JOSEError) return undefined;
    throw error;
  }
}

/**
 * The public keys as a JWK set (RFC 7517), the most recent signer first.
 *
 * @param now seconds
 */
export async function getPublicKeys(now: number): Promise<{ keys: jose.JWK[] }> {
  return { keys: await livePublicKeys(now) };
}

function keyPairOf(secret: SigningSecret): Promise<KeyPair> {
  const id = `${secret.kid}:${secret.secret}`;
  let pair = keyPairs.get(id);
  if (!pair) {
    pair = deriveKeyPair(secret);
    keyPairs.set(id, pair);
  }
  return pair;
}

// Derives a P-256 key from a secret text by the extra-bits method of FIPS 186-5, A.2.1.
async function deriveKeyPair({ kid, secret }: SigningSecret): Promise<KeyPair> {
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
  return { kid, jwk, privateKey: await importKey({ ...jwk, d }) };
}
