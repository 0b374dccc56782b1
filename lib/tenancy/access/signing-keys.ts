import * as jose from "jose";
import { expectedFailure, tryTransact } from "#core/dynamo/try-transact.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { signingKeys } from "./records.ts";

/** Of access tokens (RFC 7518, 3.4). */
export const ALGORITHM = "ES256";
/** Seconds that a key is known after it was published last: more than a token and a warm function live. */
const KEPT = 3 * DAY;
/** Seconds after which a function that goes on signing publishes its key again. */
const PUBLISHED_EVERY = 6 * HOUR;
/** Seconds that a key is taken from memory: one whose item an operator deletes is refused after these. */
const REMEMBERED = 300;
/** Unknown keys that one process looks for in a while of seconds: tokens may name any. */
const MISSES = 10;
const MISSES_IN = 10;

const published = new Map<string, number>();
const known = new Map<string, { key: Promise<jose.CryptoKey | undefined>; until: number }>();
let misses = { count: 0, since: 0 };
let listed: { at: number; keys: Promise<jose.JWK[]> } | undefined;

/**
 * Lets all that verify tokens know a public key. One that is known for longer stays so, whatever clock a later one goes by.
 *
 * @param now seconds
 */
export async function publishKey(
  { kid, jwk }: { kid: string; jwk: Record<string, string> },
  now: number,
): Promise<void> {
  const last = published.get(kid);
  if (last !== undefined && Math.abs(now - last) < PUBLISHED_EVERY) return;
  const record = { kid, jwk, signed_at: now, expires_at: now + KEPT };
  const longer = {
    ...signingKeys.put(record),
    condition: {
      expression: "attribute_not_exists(pk) or expires_at < :until",
      values: { ":until": record.expires_at },
    },
    failure: expectedFailure("known for longer"),
  };
  await tryTransact({ now: () => now, guards: undefined }, [longer]);
  published.set(kid, now);
}

/**
 * A key that tokens are verified with, by its id; `undefined` where none was published by it, or too long ago. Of many
 * tokens of a new key that come at once one has it read. However many unknown keys tokens name, those of good keys are
 * found.
 *
 * @param now seconds
 */
export function findPublicKey(kid: string, now: number): Promise<jose.CryptoKey | undefined> {
  const remembered = known.get(kid);
  if (remembered && now < remembered.until && now > remembered.until - 2 * REMEMBERED) return remembered.key;
  if (now - misses.since >= MISSES_IN || now < misses.since) misses = { count: 0, since: now };
  return remembered || misses.count < MISSES ? lookUp(kid, now) : amongLive(kid, now);
}

// After many misses all live keys are read together, once a second.
async function amongLive(kid: string, now: number): Promise<jose.CryptoKey | undefined> {
  if (listed?.at !== now) listed = { at: now, keys: livePublicKeys(now) };
  const keys = await listed.keys;
  return keys.some((live) => live.kid === kid) ? lookUp(kid, now) : undefined;
}

function lookUp(kid: string, now: number): Promise<jose.CryptoKey | undefined> {
  const key = read(kid, now).then(
    (found) => {
      if (!found) forget(kid);
      return found;
    },
    (error: unknown) => {
      known.delete(kid);
      throw error;
    },
  );
  known.set(kid, { key, until: now + REMEMBERED });
  return key;
}

/** The keys whose tokens may still be good, the one that signed last first. */
export async function livePublicKeys(now: number): Promise<jose.JWK[]> {
  const { records } = await signingKeys.query(signingKeys.partition(), { consistent: true });
  return records
    .filter(({ expires_at }) => expires_at > now)
    .toSorted((one, other) => other.signed_at - one.signed_at)
    .map(({ jwk }) => jwk);
}

async function read(kid: string, now: number): Promise<jose.CryptoKey | undefined> {
  const found = await signingKeys.find({ kid });
  if (!found || found.expires_at <= now) return undefined;
  return importKey(found.jwk);
}

/** The key of a JWK of the algorithm that access tokens are signed with. */
export async function importKey(jwk: jose.JWK): Promise<jose.CryptoKey> {
  const key = await jose.importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array)
    throw new Error("A JWK of a symmetric key was given where a key pair's is needed.");
  return key;
}

function forget(kid: string): void {
  known.delete(kid);
  misses.count += 1;
}
