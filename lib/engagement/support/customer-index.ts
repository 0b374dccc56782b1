import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { Purge } from "#core/queue/purge.ts";
import { type ContactMerge, ownersAfterMerge } from "#lib/tenancy/visitors/contact-merge.ts";
import { owningCustomerId } from "#lib/tenancy/visitors/owning-customer.ts";
import type { ConversationRecord } from "./schema.ts";
import { conversations, messageReceipts, turns } from "./table.ts";

type Key = Pick<ConversationRecord, "store_id" | "id">;

/** Links a conversation to its customer as soon as the customer is known. */
export function indexConversation(ctx: Context, key: Key): Promise<boolean> {
  return changeConversation(ctx, key, async (found) => {
    if (found.customer_id !== null) return undefined;
    const { data } = EmailAddress.safeParse(found.data.email);
    const customer_id = await owningCustomerId(ctx, key.store_id, {
      contact_id: found.contact_id,
      email: data ?? null,
    });
    return customer_id === null ? undefined : [conversations.note(found, { ...found, customer_id })];
  });
}

/** Moves a conversation to the customer into which its customer was merged. */
export function moveConversationToMergedCustomer(
  ctx: Context,
  joining: ContactMerge,
  key: Key,
): Promise<boolean> {
  return changeConversation(ctx, key, async (found) => {
    const moved = ownersAfterMerge(found, found.created_at, joining);
    return moved && [conversations.note(found, { ...found, ...moved })];
  });
}

/** Deletes a conversation with its messages, if it belongs to the given, deleted contact or customer. */
export function deleteConversation(ctx: Context, key: Key, contactId: string): Promise<boolean> {
  return changeConversation(ctx, key, async (found) => {
    if (found.contact_id !== contactId && found.customer_id !== contactId) return undefined;
    const below = { store_id: key.store_id, conversation_id: key.id };
    const partitions = [turns, messageReceipts].map((each) => each.partition(below));
    return [conversations.remove(found), enqueue(ctx, Purge, { kind: "partitions", partitions })];
  });
}

function changeConversation(
  ctx: Context,
  key: Key,
  make: (found: Stored<ConversationRecord>) => Promise<Write[] | undefined>,
): Promise<boolean> {
  return withRetries(async () => {
    const found = await conversations.find(key, ctx);
    const writes = found && (await make(found));
    if (!writes) return false;
    await transact(ctx, writes);
    return true;
  });
}
