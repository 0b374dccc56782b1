import { type Context, visitor } from "#core/context.ts";
import { rowByRow, sweep } from "#core/dynamo/sweep.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import { mergedInto } from "./errors.ts";
import { callerSession } from "./session.ts";
import { contactEmails, contacts } from "./table.ts";
import { unmergedContact, unmergedCustomer } from "./unmerged-contact.ts";
import { noteCardDeletion, withdrawAddresses } from "./withdrawn-addresses.ts";

/** Deletes a contact for staff, who must name the one that a merge or a proof left. */
export async function deleteContact(ctx: Context, storeId: string, id: string): Promise<void> {
  await unmergedCustomer(ctx, storeId, id);
  await removeContact(ctx, storeId, id);
}

/**
 * Deletes a contact. The event deletes its records in the background.
 *
 * @param beside further writes of the same transaction
 */
export async function removeContact(
  ctx: Context,
  store_id: string,
  id: string,
  beside: readonly Write[] = [],
): Promise<void> {
  const contact = await contacts.get({ store_id, id }, GENERAL.NOT_FOUND(), ctx);
  if (contact.joined_at !== null) throw mergedInto(contact.merged_into_contact_id ?? "");
  const { email, verified } = contact;
  const claim = email && verified ? await contactEmails.find({ store_id, email }, ctx) : undefined;
  await transact(ctx, [
    ...beside,
    contacts.remove(contact),
    claim?.contact_id === id && contactEmails.remove(claim),
    announce(ctx, "contact.deleted", contacts, contact),
    ...(await withdrawAddresses(contact, ctx.now())),
  ]);
}

/** Postpones the deletion of an idle contact that must be kept. */
export async function touchContact(ctx: Context, store_id: string, id: string): Promise<void> {
  const contact = await contacts.find({ store_id, id }, ctx);
  if (contact) await transact(ctx, [contacts.note(contact, { ...contact, updated_at: ctx.now() })]);
}

/** Deletes the calling visitor, and so the contacts that became it. */
export async function deleteCurrentContact(ctx: Context, store_id: string): Promise<void> {
  const { id } = visitor(ctx);
  // A proof of an address at the same time gives the session to another contact: this one is then the person's.
  const session = await callerSession(ctx, store_id);
  await unmergedContact(ctx, store_id, id);
  await removeContact(ctx, store_id, id, [contactSessions.check(session)]);
}

/**
 * Ends a deleted contact's sessions, releases its proven addresses, and deletes the contacts that were merged into it;
 * false if `patience` (ms) was too short.
 */
export async function endContact(
  ctx: Context,
  store_id: string,
  contact_id: string,
  patience: number,
): Promise<boolean> {
  const until = Date.now() + patience;
  const end = rowByRow(async ({ sk }) => {
    const session = await contactSessions.find({ store_id, id: String(sk) }, ctx);
    if (session) await transact(ctx, [contactSessions.remove(session)]);
    return session !== undefined;
  });
  const free = rowByRow(async (row) => {
    const proven = await contactEmails.find(contactEmails.slots(row), ctx);
    if (proven?.contact_id !== contact_id) return false;
    await transact(ctx, [contactEmails.remove(proven)]);
    return true;
  });
  const drop = rowByRow(async ({ sk }) => {
    const merged = await contacts.find({ store_id, id: String(sk) }, ctx);
    if (merged?.merged_into_contact_id !== contact_id) return false;
    // A guest card may exist again, and may have survived a merge again.
    const next = await contacts.find({ store_id, id: contact_id }, ctx);
    if (next?.merged_ids.includes(merged.id)) return false;
    await transact(ctx, [
      contacts.remove(merged),
      announce(ctx, "contact.deleted", contacts, merged),
      // What came after the merge belongs to the next card.
      ...noteCardDeletion(merged, merged.joined_at ?? ctx.now()),
    ]);
    return true;
  });
  const below = (partition: string) => ({ partitions: [partition], index: "child_created" }) as const;
  return (
    (await sweep(below(contactSessions.child({ store_id, contact_id })), end, patience)) &&
    (await sweep(below(contactEmails.child({ store_id, contact_id })), free, until - Date.now())) &&
    (await sweep(
      below(contacts.child({ store_id, merged_into_contact_id: contact_id })),
      drop,
      until - Date.now(),
    ))
  );
}
