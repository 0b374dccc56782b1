import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { dataSecret } from "./secrets.ts";

const NONCE = 12;
const TAG = 16;
const keys = new Map<string, Buffer>();

/**
 * Encrypts and authenticates a text: AES-256-GCM (NIST SP 800-38D) with a random nonce, under a key derived for the
 * purpose by HKDF (RFC 5869).
 *
 * @param purpose separates keys: what is sealed for one purpose opens for no other
 * @param bound text that must be the same at opening, such as the tenant; not stored
 * @returns base64url
 */
export async function seal(purpose: string, text: string, bound = ""): Promise<string> {
  return (await sealBytes(purpose, Buffer.from(text), bound)).toString("base64url");
}

/** Opens what `seal` made; `undefined` when a bit of it, the purpose or the bound text is not the same. */
export async function unseal(purpose: string, sealed: string, bound = ""): Promise<string | undefined> {
  const bytes = Buffer.from(sealed, "base64url");
  // Node's decoder is lenient: only the canonical spelling of the bytes is taken.
  if (bytes.toString("base64url") !== sealed) return undefined;
  return (await unsealBytes(purpose, bytes, bound))?.toString("utf8");
}

/** The same as `seal` for bytes, which become 28 more. */
export async function sealBytes(
  purpose: string,
  bytes: Uint8Array,
  bound = "",
): Promise<Buffer<ArrayBuffer>> {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", await keyFor(purpose), nonce);
  cipher.setAAD(Buffer.from(bound));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Opens what `sealBytes` made; `undefined` when a bit of it, the purpose or the bound text is not the same. */
export async function unsealBytes(
  purpose: string,
  sealed: Uint8Array,
  bound = "",
): Promise<Buffer | undefined> {
  if (sealed.length < NONCE + TAG) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", await keyFor(purpose), sealed.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, sealed.length - TAG)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** HMAC-SHA-256 (RFC 2104) of a text under the key of a purpose, base64url: for what is compared and never read. */
export async function keyedHash(purpose: string, text: string): Promise<string> {
  return createHmac("sha256", await keyFor(purpose))
    .update(text)
    .digest("base64url");
}

/** SHA-256 of a text, base64url: for random tokens, which need no key to be safe at rest. */
export function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

async function keyFor(purpose: string): Promise<Buffer> {
  let key = keys.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", await dataSecret(), "", purpose, 32));
    keys.set(purpose, key);
  }
  return key;
}
