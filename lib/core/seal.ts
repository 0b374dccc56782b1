import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash as digest,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { crc32 } from "node:zlib";
import type * as z from "zod";
import { idTime } from "./id.ts";
import { logger } from "./log.ts";
import { setLogTenant } from "./log-context.ts";
import { credentialsSecret, dataSecret, requireSecret } from "./secrets.ts";

const NONCE = 12;
const TAG = 16;
/** Names the secret that a credential is sealed by, so that another can follow it. */
const CREDENTIAL_KEY = "c1:";
const keys = new Map<string, KeyObject>();

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

/**
 * Seals what others entrusted to us, under a secret of its own that only functions with `uses: ["credentials"]` can
 * read: keys and tokens of payment, shipping and social providers.
 *
 * @param purpose such as `payment-provider`; the same at opening
 * @param tenantId whose it is; the same at opening
 * @returns the key's id, a colon and base64url
 */
export async function sealCredential(purpose: string, tenantId: string, text: string): Promise<string> {
  const bytes = encrypt(await credentialKey(purpose), Buffer.from(text), tenantId);
  return CREDENTIAL_KEY + bytes.toString("base64url");
}

/** Opens what `sealCredential` made; throws when it is another tenant's, of another purpose, or changed. */
export async function openCredential(purpose: string, tenantId: string, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed.slice(CREDENTIAL_KEY.length), "base64url");
  // Only the one spelling of the bytes that `sealCredential` makes: Node's decoder takes others too.
  const isKnown = sealed === CREDENTIAL_KEY + bytes.toString("base64url");
  const text = isKnown ? decrypt(await credentialKey(purpose), bytes, tenantId) : undefined;
  if (text === undefined) throw new Error(`A credential (${purpose}) of ${tenantId} does not open.`);
  return text.toString("utf8");
}

/** Whether a stored text is a sealed credential. */
export function isSealedCredential(text: string): boolean {
  return /^c1:[A-Za-z0-9_-]{38,}$/.test(text);
}

/** Seals bytes as `seal` does texts; they become 28 more. */
export async function sealBytes(
  purpose: string,
  bytes: Uint8Array,
  bound = "",
): Promise<Buffer<ArrayBuffer>> {
  return encrypt(await keyFor(purpose), bytes, bound);
}

/** Opens what `sealBytes` made; `undefined` when a bit of it, the purpose or the bound text is not the same. */
export async function unsealBytes(
  purpose: string,
  sealed: Uint8Array,
  bound = "",
): Promise<Buffer | undefined> {
  return decrypt(await keyFor(purpose), sealed, bound);
}

/** HMAC-SHA-256 (RFC 2104) of a text under the key of a purpose, base64url: for what is compared and never read. */
export async function keyedHash(purpose: string, text: string): Promise<string> {
  return createHmac("sha256", await keyFor(purpose))
    .update(text)
    .digest("base64url");
}

/** SHA-256 of a text, base64url: for random tokens, which need no key to be safe at rest. */
export function hash(text: string): string {
  return digest("sha256", text, "base64url");
}

function encrypt(key: KeyObject, bytes: Uint8Array, bound: string): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(bound));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: KeyObject, sealed: Uint8Array, bound: string): Buffer | undefined {
  if (sealed.length < NONCE + TAG) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, sealed.length - TAG)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function credentialKey(purpose: string): Promise<KeyObject> {
  requireSecret("CREDENTIALS_SECRET");
  return derivedKey(`credential\n${purpose}`, credentialsSecret);
}

function keyFor(purpose: string): Promise<KeyObject> {
  requireSecret("DATA_SECRET");
  return derivedKey(purpose, dataSecret);
}

async function derivedKey(purpose: string, secret: () => Promise<string>): Promise<KeyObject> {
  let key = keys.get(purpose);
  if (!key) {
    key = createSecretKey(new Uint8Array(hkdfSync("sha256", await secret(), "", purpose, 32)));
    keys.set(purpose, key);
  }
  return key;
}

/** Characters that a sealed token may have: a quote of many parts is the longest. */
const LONGEST = 5000;

/**
 * Seals what strangers send back to us, such as a page's address: nobody can read, make or change it.
 *
 * @param purpose what is sealed for one opens for no other
 * @param bound text that must be the same at opening, such as the tenant
 * @returns base64url
 */
export function sealToken(purpose: string, says: unknown, bound = ""): Promise<string> {
  return seal(purpose, JSON.stringify(says), bound);
}

/**
 * Opens what `sealToken` made; `undefined` for every other text, and for what says something else than the schema, as
 * one of another version of this code may.
 */
export async function openToken<S extends z.ZodType>(
  purpose: string,
  token: string,
  schema: S,
  bound = "",
): Promise<z.output<S> | undefined> {
  const text = token.length > LONGEST ? undefined : await unseal(purpose, token, bound);
  if (text === undefined) return undefined;
  const says = schema.safeParse(jsonIn(text));
  if (!says.success) logger.warn("a sealed token says something else", { purpose });
  setLogTenant([bound, Object(says.data)[0]].find(isId));
  return says.data;
}

// What is sealed for a tenant's visitors is bound to the tenant, or names it first.
function isId(text: unknown): text is string {
  return typeof text === "string" && idTime(text) !== undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

/** Characters of an id behind its prefix. */
const BODY = 26;

/** An opaque token that carries the address of its record: the bodies of two ids, so that checking it is one read. */
export function newAddressedToken(prefix: string, owner: string, record: string): string {
  return newOpaqueToken(prefix, hintOf(owner, record));
}

/** The hint of a token for two ids. */
export function hintOf(owner: string, record: string): string {
  return `${owner.slice(-BODY)}${record.slice(-BODY)}`;
}

/** The two ids and the secret of an addressed token, or `undefined` for a text that is none. */
export function parseAddressedToken(
  prefix: string,
  [ownerPrefix, recordPrefix]: readonly [owner: string, record: string],
  token: string,
): { owner: string; record: string; secret: string } | undefined {
  const { hint = "", secret = "" } = parseOpaqueToken(prefix, token) ?? {};
  if (hint.length !== 2 * BODY) return undefined;
  return {
    owner: `${ownerPrefix}_${hint.slice(0, BODY)}`,
    record: `${recordPrefix}_${hint.slice(BODY)}`,
    secret,
  };
}

function checksum(body: string): string {
  return crc32(body).toString(36).padStart(7, "0");
}
