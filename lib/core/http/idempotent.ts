import type { Actor, Context } from "#core/context.ts";
import { publicVersion, VERSION, type Versioned } from "#core/dynamo/entity-shape.ts";
import {
  AlreadyAnswered,
  idempotencyWrite,
  readAnswer,
  type StoredAnswer,
} from "#core/dynamo/idempotency.ts";
import { transact } from "#core/dynamo/transact.ts";
import { ApiError, GENERAL, invalidField } from "#core/errors.ts";
import { hash, keyedHash } from "#core/seal.ts";
import type { Operation } from "./contract.ts";

const MAX_KEY_LENGTH = 255;
/**
 * Least characters of a key that nobody guesses, for replies with a credential to anonymous callers: 22 characters of
 * base64 have 128 bits, and a UUID is longer.
 */
const MIN_SECRET_LENGTH = 22;
/** Least number of different characters in a random key. */
const MIN_DISTINCT = 8;

interface KeyedRequest {
  rawPath: string;
  rawQueryString: string;
  headers: Record<string, string | undefined>;
  /** A secret in the headers that tells anonymous callers apart. */
  secret: string | undefined;
}

interface Outcome {
  status: number;
  answer: unknown;
  replayed: boolean;
}

/**
 * Runs a POST at most once for its `Idempotency-Key`. A repeated request gets the first answer; another request with
 * the same key gets a 409. Answers are kept for 24 hours, but not those of refusals, which had no effect.
 */
export async function runIdempotently(
  ctx: Context,
  operation: Operation,
  request: KeyedRequest,
  raw: string,
  run: () => Promise<unknown>,
): Promise<Outcome> {
  const key = request.headers["idempotency-key"] ?? "";
  const least = operation.secret && ctx.actor.kind === "nobody" ? MIN_SECRET_LENGTH : 1;
  const guessable = least > 1 && new Set(key).size < MIN_DISTINCT;
  if (key.length < least || key.length > MAX_KEY_LENGTH || guessable) throw badKeyError(least);
  const idempotency = {
    pk: `IDEMPOTENCY#${hash(JSON.stringify([callerName(ctx, request.secret), operation.id, request.rawPath, key]))}`,
    // The body may hold a password, and nobody can test guesses against a hash without its key.
    fingerprint: await keyedHash(
      "idempotency-key",
      `${request.rawQueryString}\n${canonicalBody(request, raw)}`,
    ),
    status: operation.status,
    committed: false,
    asText: (answer: unknown) => JSON.stringify(answer, withVersion),
  };
  const first = await readAnswer(idempotency.pk, ctx.now());
  if (first) return replayAnswer(first, idempotency.fingerprint);
  ctx.idempotency = idempotency;
  try {
    const answer = await run();
    if (!idempotency.committed) {
      await transact(ctx, [await idempotencyWrite(idempotency, answer ?? null, ctx.now())]);
    }
    return { status: operation.status, answer, replayed: false };
  } catch (error) {
    // The cause of a refusal may be an identical request that ran first, such as one that sold the last unit.
    const refused = error instanceof ApiError;
    if (!refused && !(error instanceof AlreadyAnswered)) throw error;
    const twin = await readAnswer(idempotency.pk, ctx.now());
    if (!twin) throw refused ? error : GENERAL.CONFLICT();
    return replayAnswer(twin, idempotency.fingerprint);
  }
}

/** Answers print versions of records, so the stored text includes them. */
function withVersion(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !(VERSION in value) || "version" in value) return value;
  // Safe: VERSION is in the value.
  return { ...value, version: publicVersion(value as Versioned) };
}

function replayAnswer(stored: StoredAnswer, fingerprint: string): Outcome {
  if (stored.fingerprint !== fingerprint) throw GENERAL.IDEMPOTENCY_KEY_REUSED();
  return { status: stored.status, answer: stored.answer, replayed: true };
}

function callerName({ actor, ip }: { actor: Actor; ip: string }, secret: string | undefined): string {
  if (actor.kind !== "nobody") return `${actor.kind}:${actor.id}`;
  return secret === undefined ? `ip:${ip}` : `secret:${hash(secret)}`;
}

// A retry may order the members of its JSON in another way, or use another boundary for the parts of its form.
function canonicalBody({ headers }: KeyedRequest, raw: string): string {
  const boundary = /^multipart\/[\s\S]*boundary="?([^";]+)"?/i.exec(headers["content-type"] ?? "")?.[1];
  if (boundary) return Buffer.from(raw, "base64").toString("latin1").replaceAll(boundary, "");
  try {
    return JSON.stringify(sortedMembers(JSON.parse(raw)));
  } catch {
    return raw;
  }
}

function sortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedMembers);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortedMembers(member)]));
}

function badKeyError(least: number): Error {
  return invalidField(
    "Idempotency-Key",
    `must have ${least} to ${MAX_KEY_LENGTH} characters${least > 1 ? ", drawn at random: a UUID does" : ""}`,
  );
}
