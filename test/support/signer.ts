import { createPrivateKey, createSign, generateKeyPairSync, hkdfSync, type KeyObject } from "node:crypto";
import { env } from "#core/env.ts";
import { getPublicKeys } from "#lib/tenancy/access/access-token.ts";

/** A key that the service does not know. */
export const strangersKey: KeyObject = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

/** The service's own key, derived as in `lib/tenancy/access/access-token.ts`. */
export async function ownKey(): Promise<KeyObject> {
  const [{ kid, secret }]: [{ kid: string; secret: string }] = JSON.parse(env("SIGNING_SECRETS"));
  const wide = BigInt(
    `0x${Buffer.from(hkdfSync("sha256", secret, "", `access-token:${kid}`, 40)).toString("hex")}`,
  );
  const order = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
  const scalar = ((wide % (order - 1n)) + 1n).toString(16).padStart(64, "0");
  const { keys } = await getPublicKeys(Math.floor(Date.now() / 1000));
  const ours = keys.find((key) => key.kid === kid);
  const jwk = { ...ours, d: Buffer.from(scalar, "hex").toString("base64url") };
  return createPrivateKey({ key: jwk, format: "jwk" });
}

/** Signs an encoded header and claims. Returns the token. */
export function signToken(key: KeyObject, body: string): string {
  const signature = createSign("sha256").update(body).sign({ key, dsaEncoding: "ieee-p1363" });
  return `${body}.${signature.toString("base64url")}`;
}
