import type { Stored } from "#core/dynamo/entity.ts";
import { publicVersion, VERSION } from "#core/dynamo/entity-shape.ts";
import { collectionOwner } from "#lib/content/legacy-content/entry-schema.ts";
import type { NewsletterSend, SendRecord, StoredSubscriber, Subscriber } from "./schema.ts";

/** Whether a subscriber may get editions now. */
export function isActive({ status, expiresAt }: StoredSubscriber, now: number): boolean {
  return status === "ACTIVE" && (expiresAt === null || expiresAt > now);
}

/** The version of a subscriber; 1 before it is stored. */
export function versionOf(subscriber: StoredSubscriber | Stored<StoredSubscriber>): number {
  return VERSION in subscriber ? publicVersion(subscriber) : 1;
}

export function view(subscriber: StoredSubscriber, now: number): Subscriber {
  const { id, collectionId, email, planId, status, createdAt, updatedAt } = subscriber;
  return {
    id,
    entity: collectionOwner(collectionId),
    email,
    planId,
    status: status === "ACTIVE" && !isActive(subscriber, now) ? "EXPIRED" : status,
    createdAt,
    updatedAt,
  };
}

/** Number of a part's mails by outcome. */
type PartCounts = Record<"sent" | "skipped" | "refused" | "unknown", number>;

/** A send as answers show it, with the summed progress of its parts. */
export function viewSend(
  send: SendRecord,
  steps: readonly PartCounts[] = [],
  unknownSubscribers: NewsletterSend["unknownSubscribers"] = [],
): NewsletterSend {
  const { entryId, collectionId, status, scheduledAt, startedAt, finishedAt, error } = send;
  const sum = (field: keyof PartCounts) => steps.reduce((total, step) => total + step[field], 0);
  return {
    success: true,
    entryId,
    collectionId,
    status,
    scheduledAt,
    startedAt,
    finishedAt,
    error,
    sent: sum("sent"),
    skipped: sum("skipped"),
    refused: sum("refused"),
    unknown: sum("unknown"),
    unknownSubscribers,
  };
}
