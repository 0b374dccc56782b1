import { paddedNumber } from "#core/dynamo/key.ts";
import { NO_LEASE } from "#core/dynamo/lease-schema.ts";
import type { Attempt } from "./attempt-schema.ts";
import type { StoredPublication } from "./schema.ts";

/** Seconds after which the scheduled worker checks an attempt, in case its message was lost. */
export const RECHECK_AFTER = 90;

type AttemptFields = Pick<
  Attempt,
  "id" | "kind" | "store_id" | "publication_id" | "number" | "social_account_id" | "provider_type" | "content"
>;

export function newAttempt(fields: AttemptFields, now: number): Attempt {
  return {
    ...fields,
    status: "running",
    begun_at: now,
    steps: [],
    posted: null,
    look_up: null,
    ...NO_LEASE,
    waits_until: now,
    due_at: now + RECHECK_AFTER,
  };
}

/** The attempt whose number is the publication's `attempt_count`. */
export function newPublicationAttempt(publication: StoredPublication, now: number): Attempt {
  const { id, attempt_count: number, store_id, social_account_id, provider_type, content } = publication;
  const own = { id: attemptId(id, number), kind: "publication" as const, publication_id: id, number };
  return newAttempt({ ...own, store_id, social_account_id, provider_type, content }, now);
}

export function attemptId(publicationId: string, number: number): string {
  return `${publicationId}.${paddedNumber(number)}`;
}

export function endedAttempt<A extends Attempt>(attempt: A): A {
  return { ...attempt, status: "ended", due_at: null, lease_until: 0 };
}
