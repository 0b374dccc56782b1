import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announce } from "#core/events.ts";
import type { Subscriber } from "./schema.ts";
import type { StoredSubscriber } from "./table.ts";

/** Whether mail of a newsletter may go to a subscriber now. */
export function isActive({ status, expiresAt }: StoredSubscriber, now: number): boolean {
  return status === "ACTIVE" && (expiresAt === null || expiresAt > now);
}

/** A subscriber as the interface shows it. */
export function view(subscriber: StoredSubscriber, now: number): Subscriber {
  const { id, collectionId, email, planId, status, createdAt, updatedAt } = subscriber;
  return {
    id,
    entity: `collection:${collectionId}`,
    email,
    planId,
    status: status === "ACTIVE" && !isActive(subscriber, now) ? "EXPIRED" : status,
    createdAt,
    updatedAt,
  };
}

export function announceSubscriber(ctx: Context, type: string, subscriber: Stored<StoredSubscriber>): Write {
  const { businessId, id } = subscriber;
  return announce(ctx, type, subscriber, { tenantId: businessId, resource: "subscriber", recordId: id });
}
