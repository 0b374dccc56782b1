import { type Context, visitor } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { rowByRow, sweep } from "#core/dynamo/sweep.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce, enqueue } from "#core/events.ts";
import type { BodyOf } from "#core/queue/message.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import { mergedInto } from "./errors.ts";
import { ForgetJoined } from "./messages.ts";
import { callerSession } from "./session.ts";
import { contactEmails, contacts } from "./table.ts";
import { withdrawAddresses } from "./withdrawn-addresses.ts";

/**
 * Deletes a contact. The event deletes its records in the background.
 *
 * @param beside further writes of the same transaction
 */
export async function deleteContact(
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
    contact.merged_ids.length > 0 &&
      enqueue(ctx, ForgetJoined, { tenant_id: store_id, ids: contact.merged_ids }),
  ]);
}

/** Deletes the remains of contacts that were merged into a deleted one. Safe to repeat. */
export async function forgetJoined(
  ctx: Context,
  { tenant_id: store_id, ids }: BodyOf<typeof ForgetJoined>,
): Promise<void> {
  for (const id of ids)
    await withRetries(async () => {
      const left = await contacts.find({ store_id, id }, ctx);
      if (left?.merged_into_contact_id)
        await transact(ctx, [contacts.remove(left), announce(ctx, "contact.deleted", contacts, left)]);
    });
}

/** Postpones the deletion of an idle contact that must be kept. */
export async function touchContact(ctx: Context, store_id: string, id: string): Promise<void> {
  const contact = await contacts.find({ store_id, id }, ctx);
  if (contact) await transact(ctx, [contacts.note(contact, { ...contact, updated_at: ctx.now() })]);
}

/** Deletes the calling visitor, with the contacts that were merged into it in this session. */
export async function deleteCurrentContact(ctx: Context, store_id: string): Promise<void> {
  const { id, former } = visitor(ctx);
  // A proof of an address at the same time gives the session to another contact: this one is then the person's.
  const session = await callerSession(ctx, store_id);
  const known = await contacts.batchGet(
    [...new Set([...former, id])].map((one) => ({ store_id, id: one })),
    ctx,
  );
  const own = known.find((contact) => contact.id === id);
  if (!own) throw GENERAL.NOT_FOUND();
  // Staff merged it, which ends its sessions. Whose it is now is not for the visitor to know.
  if (own.joined_at !== null) throw GENERAL.UNAUTHENTICATED();
  for (const contact of known.filter((one) => one !== own))
    await transact(ctx, [contacts.remove(contact), announce(ctx, "contact.deleted", contacts, contact)]);
  await deleteContact(ctx, store_id, id, [contactSessions.check(session)]);
}

/** Ends a deleted contact's sessions and releases its proven addresses; false if `patience` (ms) was too short. */
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
  const below = (partition: string) => ({ partitions: [partition], index: "child_created" }) as const;
  return (
    (await sweep(below(contactSessions.child({ store_id, contact_id })), end, patience)) &&
    (await sweep(below(contactEmails.child({ store_id, contact_id })), free, until - Date.now()))
  );
}
