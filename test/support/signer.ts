import { createPrivateKey, createSign, generateKeyPairSync, hkdfSync, type KeyObject } from "node:crypto";
import { env } from "#core/env.ts";
import { getPublicKeys } from "#lib/tenancy/access/access-token.ts";

/** What anybody can sign with: a key that nobody knows. */
export const strangersKey: KeyObject = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

/** The key that the service derives from its secret, as `lib/tenancy/access/access-token.ts` says. */
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

/** A token of a header and claims that are encoded already, with the signature that a key makes of it. */
export function signToken(key: KeyObject, body: string): string {
  const signature = createSign("sha256").update(body).sign({ key, dsaEncoding: "ieee-p1363" });
  return `${body}.${signature.toString("base64url")}`;
}
