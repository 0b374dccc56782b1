import * as jose from "jose";
import { expectedFailure, tryTransact } from "#core/dynamo/try-transact.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { signingKeys } from "./records.ts";

/** For access tokens (RFC 7518, 3.4). */
export const ALGORITHM = "ES256";
/** Seconds that a key is valid after it was last published: longer than any token or function lives. */
const VALID_SECONDS = 3 * DAY;
/** Seconds after which a signing function publishes its key again. */
const PUBLISH_SECONDS = 6 * HOUR;
/** Seconds that a key is cached. Until then, a key that an operator deleted is still accepted. */
const CACHE_TIME = 300;
/** Most lookups of unknown keys per process, and in how many seconds: a token can name any key. */
const MAX_MISSES = 10;
const MISS_SECONDS = 10;

const publishTimes = new Map<string, number>();
const cachedKeys = new Map<string, { key: Promise<jose.CryptoKey | undefined>; until: number }>();
let misses = { count: 0, since: 0 };
let listedKeys: { at: number; keys: Promise<jose.JWK[]> } | undefined;

/**
 * Publishes a public key. A later expiry that is stored already stays, since this publisher's clock may be behind.
 *
 * @param now seconds
 */
export async function publishKey(
  { kid, jwk }: { kid: string; jwk: Record<string, string> },
  now: number,
): Promise<void> {
  const last = publishTimes.get(kid);
  if (last !== undefined && Math.abs(now - last) < PUBLISH_SECONDS) return;
  const record = { kid, jwk, signed_at: now, expires_at: now + VALID_SECONDS };
  const longer = {
    ...signingKeys.put(record),
    condition: {
      expression: "attribute_not_exists(pk) or expires_at < :until",
      values: { ":until": record.expires_at },
    },
    failure: expectedFailure("known for longer"),
  };
  await tryTransact({ now: () => now, guards: undefined }, [longer]);
  publishTimes.set(kid, now);
}

/**
 * The public key of an id; `undefined` if it was never published or has expired. Concurrent tokens of a new
 * key cause one read. Valid keys are found however many unknown keys the tokens name.
 *
 * @param now seconds
 */
export function findPublicKey(kid: string, now: number): Promise<jose.CryptoKey | undefined> {
  const remembered = cachedKeys.get(kid);
  if (remembered && now < remembered.until && now > remembered.until - 2 * CACHE_TIME) return remembered.key;
  if (now - misses.since >= MISS_SECONDS || now < misses.since) misses = { count: 0, since: now };
  return remembered || misses.count < MAX_MISSES ? readAndCache(kid, now) : findAmongLive(kid, now);
}

// After many misses, all live keys are read together, once a second.
async function findAmongLive(kid: string, now: number): Promise<jose.CryptoKey | undefined> {
  if (listedKeys?.at !== now) listedKeys = { at: now, keys: livePublicKeys(now) };
  const keys = await listedKeys.keys;
  return keys.some((live) => live.kid === kid) ? readAndCache(kid, now) : undefined;
}

function readAndCache(kid: string, now: number): Promise<jose.CryptoKey | undefined> {
  const key = readKey(kid, now).then(
    (found) => {
      if (!found) recordMiss(kid);
      return found;
    },
    (error: unknown) => {
      cachedKeys.delete(kid);
      throw error;
    },
  );
  cachedKeys.set(kid, { key, until: now + CACHE_TIME });
  return key;
}

/** The valid keys, the most recent signer first. */
export async function livePublicKeys(now: number): Promise<jose.JWK[]> {
  const { records } = await signingKeys.query(signingKeys.partition(), { consistent: true });
  return records
    .filter(({ expires_at }) => expires_at > now)
    .toSorted((one, other) => other.signed_at - one.signed_at)
    .map(({ jwk }) => jwk);
}

async function readKey(kid: string, now: number): Promise<jose.CryptoKey | undefined> {
  const found = await signingKeys.find({ kid });
  if (!found || found.expires_at <= now) return undefined;
  return importKey(found.jwk);
}

export async function importKey(jwk: jose.JWK): Promise<jose.CryptoKey> {
  const key = await jose.importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array)
    throw new Error("A JWK of a symmetric key was given where a key pair's is needed.");
  return key;
}

function recordMiss(kid: string): void {
  cachedKeys.delete(kid);
  misses.count += 1;
}
