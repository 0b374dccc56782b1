import { deflateSync, inflateSync } from "node:zlib";
import type { Idempotency } from "#core/context.ts";
import { sealBytes, unsealBytes } from "#core/seal.ts";
import { DAY } from "#core/seconds.ts";
import { GetCommand, table, tableName } from "./client.ts";

const KEPT_SECONDS = DAY;
const PURPOSE = "idempotency";

interface IdempotencyWrite {
  entity: string;
  put: Record<string, unknown>;
  condition: { expression: string; names?: Record<string, string>; values?: Record<string, unknown> };
}

/** Thrown when another request with the same key was answered first, so that its stored answer is returned. */
export class AlreadyAnswered extends Error {}

/** The answer that was given to an Idempotency-Key. */
export interface StoredAnswer {
  fingerprint: string;
  status: number;
  answer: unknown;
}

/** The answer stored under a key, or `undefined`; it is kept for 24 hours. */
export async function readAnswer(pk: string, now: number): Promise<StoredAnswer | undefined> {
  const reply = await table().send(
    new GetCommand({ TableName: tableName(), Key: { pk, sk: "IDEMPOTENCY" }, ConsistentRead: true }),
  );
  const item = reply.Item;
  if (!item || Number(item.expires_at) <= now) return undefined;
  const packed = item.answer instanceof Uint8Array && (await unsealBytes(PURPOSE, item.answer, pk));
  if (!packed) throw new Error("A stored answer does not open.");
  const text = inflateSync(packed).toString("utf8");
  return { fingerprint: String(item.fingerprint), status: Number(item.status), answer: JSON.parse(text) };
}

/**
 * Stores an answer; fails with `AlreadyAnswered` when the key has one. Answers may hold secrets, so they are sealed.
 */
export async function idempotencyWrite(
  { pk, fingerprint, status, asText }: Idempotency,
  answer: unknown,
  now: number,
): Promise<IdempotencyWrite> {
  const expires_at = now + KEPT_SECONDS;
  // An answer can be as large as an item, so it is compressed to leave space for the bytes that sealing adds.
  const packed = deflateSync(asText(answer));
  return {
    entity: "idempotency",
    put: {
      pk,
      sk: "IDEMPOTENCY",
      _t: "idempotency",
      fingerprint,
      status,
      answer: await sealBytes(PURPOSE, packed, pk),
      expires_at,
      ttl: expires_at,
    },
    condition: { expression: "attribute_not_exists(pk) or expires_at <= :now", values: { ":now": now } },
  };
}
