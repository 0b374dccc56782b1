import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { type ContactMerge, ownersAfterMerge } from "#lib/tenancy/visitors/contact-merge.ts";
import { indexVisit, isVisitOf } from "#lib/tenancy/visitors/index-visit.ts";
import { owningCustomerIdOfAddress } from "#lib/tenancy/visitors/owning-customer.ts";
import { removal } from "./membership.ts";
import type { StoredSubscriber } from "./schema.ts";
import { subscribers } from "./table.ts";

type Key = Pick<StoredSubscriber, "businessId" | "collectionId" | "id">;

/** Links a confirmed subscription to the customer of its email address; creates the customer if there is none. */
export function indexSubscriber(ctx: Context, key: Key): Promise<boolean> {
  return changeSubscriber(ctx, key, async (found) => {
    if (found.customer_id !== null || found.status === "PENDING") return undefined;
    const { businessId: store_id, id, email, createdAt: at } = found;
    const customer_id = await owningCustomerIdOfAddress(store_id, email);
    const record = recordName(store_id, subscribers.keyOf(found));
    const visit = { id, record, store_id, customer_id, email, at, name: null, language: null } as const;
    const home = await indexVisit(ctx, { ...visit, kind: "subscription" });
    if (!home) return undefined;
    return [...home.writes, subscribers.note(found, { ...found, customer_id: home.customer_id })];
  });
}

/** Moves a subscription to the customer into which its customer was merged. Its email address is unchanged. */
export function moveSubscriberToMergedCustomer(
  ctx: Context,
  joining: ContactMerge,
  key: Key,
): Promise<boolean> {
  return changeSubscriber(ctx, key, async (found) => {
    const moved = ownersAfterMerge({ customer_id: found.customer_id }, found.createdAt, joining);
    return moved && [subscribers.note(found, { ...found, customer_id: moved.customer_id })];
  });
}

/** Deletes a subscription if it belongs to the given, deleted customer, and not to its next card. */
export function deleteSubscription(ctx: Context, key: Key, customerId: string): Promise<boolean> {
  return changeSubscriber(ctx, key, async (found) => {
    if (found.customer_id !== customerId) return undefined;
    return (await isVisitOf(ctx, found.businessId, customerId, found.id)) ? undefined : removal(ctx, found);
  });
}

function changeSubscriber(
  ctx: Context,
  key: Key,
  make: (found: Stored<StoredSubscriber>) => Promise<Write[] | undefined>,
): Promise<boolean> {
  return withRetries(async () => {
    const found = await subscribers.find(key, ctx);
    const writes = found && (await make(found));
    if (!writes) return false;
    await transact(ctx, writes);
    return true;
  });
}
