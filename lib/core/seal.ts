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

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Names the secret that sealed a credential, so that another one can replace it. */
const CREDENTIAL_PREFIX = "c1:";
const derivedKeys = new Map<string, KeyObject>();

/**
 * Encrypts and authenticates a text: AES-256-GCM (NIST SP 800-38D) with a random nonce, under a key derived for the
 * purpose by HKDF (RFC 5869).
 *
 * @param purpose separates keys: a text opens only for its own purpose
 * @param bound text that must be the same at opening, such as the tenant; not stored
 * @returns base64url
 */
export async function seal(purpose: string, text: string, bound = ""): Promise<string> {
  return (await sealBytes(purpose, Buffer.from(text), bound)).toString("base64url");
}

/** Opens what `seal` made; `undefined` if any bit, the purpose or the bound text differs. */
export async function unseal(purpose: string, sealed: string, bound = ""): Promise<string | undefined> {
  const bytes = Buffer.from(sealed, "base64url");
  // Node's decoder is lenient: only the canonical spelling of the bytes is valid.
  if (bytes.toString("base64url") !== sealed) return undefined;
  return (await unsealBytes(purpose, bytes, bound))?.toString("utf8");
}

/**
 * Seals credentials that others entrusted to us, such as keys of payment, shipping and social providers. Their secret
 * is separate: only functions with `uses: ["credentials"]` can read it.
 *
 * @param purpose such as `payment-provider`; the same at opening
 * @param tenantId the owner; the same at opening
 * @returns the key's id, a colon and base64url
 */
export async function sealCredential(purpose: string, tenantId: string, text: string): Promise<string> {
  const bytes = encrypt(await credentialKey(purpose), Buffer.from(text), tenantId);
  return CREDENTIAL_PREFIX + bytes.toString("base64url");
}

/** Opens what `sealCredential` made; throws for another tenant or purpose, and for a changed text. */
export async function openCredential(purpose: string, tenantId: string, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed.slice(CREDENTIAL_PREFIX.length), "base64url");
  // Node's decoder is lenient: only the canonical spelling of the bytes is valid.
  const isKnown = sealed === CREDENTIAL_PREFIX + bytes.toString("base64url");
  const text = isKnown ? decrypt(await credentialKey(purpose), bytes, tenantId) : undefined;
  if (text === undefined) throw new Error(`A credential (${purpose}) of ${tenantId} does not open.`);
  return text.toString("utf8");
}

export function isSealedCredential(text: string): boolean {
  return /^c1:[A-Za-z0-9_-]{38,}$/.test(text);
}

/** Seals bytes as `seal` does texts, and adds 28 bytes. */
export async function sealBytes(
  purpose: string,
  bytes: Uint8Array,
  bound = "",
): Promise<Buffer<ArrayBuffer>> {
  return encrypt(await dataKey(purpose), bytes, bound);
}

/** Opens what `sealBytes` made; `undefined` if any bit, the purpose or the bound text differs. */
export async function unsealBytes(
  purpose: string,
  sealed: Uint8Array,
  bound = "",
): Promise<Buffer | undefined> {
  return decrypt(await dataKey(purpose), sealed, bound);
}

/** HMAC-SHA-256 (RFC 2104) of a text under the key of a purpose, base64url: for values that are only compared. */
export async function keyedHash(purpose: string, text: string): Promise<string> {
  return createHmac("sha256", await dataKey(purpose))
    .update(text)
    .digest("base64url");
}

/** SHA-256 of a text, base64url: for random tokens, which are safe at rest without a key. */
export function hash(text: string): string {
  return digest("sha256", text, "base64url");
}

function encrypt(key: KeyObject, bytes: Uint8Array, bound: string): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(bound));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: KeyObject, sealed: Uint8Array, bound: string): Buffer | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    return undefined;
  }
}

function credentialKey(purpose: string): Promise<KeyObject> {
  requireSecret("CREDENTIALS_SECRET");
  return derivedKey(`credential\n${purpose}`, credentialsSecret);
}

function dataKey(purpose: string): Promise<KeyObject> {
  requireSecret("DATA_SECRET");
  return derivedKey(purpose, dataSecret);
}

async function derivedKey(purpose: string, secret: () => Promise<string>): Promise<KeyObject> {
  let key = derivedKeys.get(purpose);
  if (!key) {
    key = createSecretKey(new Uint8Array(hkdfSync("sha256", await secret(), "", purpose, 32)));
    derivedKeys.set(purpose, key);
  }
  return key;
}

/** Most characters of a sealed token: a quote of many parts is the longest. */
const MAX_TOKEN_LENGTH = 5000;

/**
 * Seals a value that strangers send back to us, such as in a URL: nobody can read, make or change it.
 *
 * @param purpose a token opens only for its own purpose
 * @param bound text that must be the same at opening, such as the tenant
 * @returns base64url
 */
export function sealToken(purpose: string, value: unknown, bound = ""): Promise<string> {
  return seal(purpose, JSON.stringify(value), bound);
}

/**
 * Opens what `sealToken` made; `undefined` for every other text, and for a value that does not match the schema,
 * because another version of this code made it.
 */
export async function openToken<S extends z.ZodType>(
  purpose: string,
  token: string,
  schema: S,
  bound = "",
): Promise<z.output<S> | undefined> {
  const text = token.length > MAX_TOKEN_LENGTH ? undefined : await unseal(purpose, token, bound);
  if (text === undefined) return undefined;
  const value = schema.safeParse(jsonIn(text));
  if (!value.success) logger.warn("a sealed token says something else", { purpose });
  setLogTenant([bound, Object(value.data)[0]].find(isId));
  return value.data;
}

// Tokens of a tenant's visitors are bound to the tenant, or their first value names it.
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
 * An opaque bearer token: prefix, 256 random bits, and a checksum by which scanners recognize leaked tokens.
 *
 * @param prefix kind of token, such as `sk`
 * @param hint id in front of the random part, by which the record is found without an index; may be empty
 */
export function newOpaqueToken(prefix: string, hint = ""): string {
  return opaqueToken(prefix, hint, randomBytes(32).toString("hex"));
}

/** A token with a given secret part, for successors that are derived and not random. */
export function opaqueToken(prefix: string, hint: string, secret: string): string {
  const body = [prefix, hint, secret].filter(Boolean).join("_");
  return `${body}_${checksum(body)}`;
}

/** The parts of an opaque token; `undefined` when its form or checksum is wrong. */
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

/** Characters of an id after its prefix. */
const ID_BODY_LENGTH = 26;

/** An opaque token that names its record by two ids without prefixes, so that checking it takes one read. */
export function newAddressedToken(prefix: string, owner: string, record: string): string {
  return newOpaqueToken(prefix, hintOf(owner, record));
}

export function hintOf(owner: string, record: string): string {
  return `${owner.slice(-ID_BODY_LENGTH)}${record.slice(-ID_BODY_LENGTH)}`;
}

/** The two ids and the secret of an addressed token; `undefined` for any other text. */
export function parseAddressedToken(
  prefix: string,
  [ownerPrefix, recordPrefix]: readonly [owner: string, record: string],
  token: string,
): { owner: string; record: string; secret: string } | undefined {
  const { hint = "", secret = "" } = parseOpaqueToken(prefix, token) ?? {};
  if (hint.length !== 2 * ID_BODY_LENGTH) return undefined;
  return {
    owner: `${ownerPrefix}_${hint.slice(0, ID_BODY_LENGTH)}`,
    record: `${recordPrefix}_${hint.slice(ID_BODY_LENGTH)}`,
    secret,
  };
}

function checksum(body: string): string {
  return crc32(body).toString(36).padStart(7, "0");
}
