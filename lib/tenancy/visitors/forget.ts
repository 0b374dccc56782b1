import { type Context, visitor } from "#core/context.ts";
import { each, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import type { Contact } from "./schema.ts";
import { contactEmails, contacts } from "./table.ts";

/** Deletes a contact; what it had goes in the background, on the event. */
export async function deleteContact(ctx: Context, store_id: string, id: string): Promise<void> {
  const contact = await contacts.get({ store_id, id }, GENERAL.NOT_FOUND(), ctx);
  const { email, verified } = contact;
  const name = email && verified ? await contactEmails.find({ store_id, email }, ctx) : undefined;
  await transact(ctx, [
    contacts.remove(contact),
    name?.contact_id === id && contactEmails.remove(name),
    announce(ctx, "contact.deleted", contacts, unnamed(contact)),
  ]);
}

/** Has a contact that is kept looked at later again. */
export async function touchContact(ctx: Context, store_id: string, id: string): Promise<void> {
  const contact = await contacts.find({ store_id, id }, ctx);
  if (contact) await transact(ctx, [contacts.replace(contact, { ...contact, updated_at: ctx.now() })]);
}

/** Deletes the visitor who calls, with the contacts that this session was before its address was proven. */
export async function deleteCurrentContact(ctx: Context, store_id: string): Promise<void> {
  const { id, former } = visitor(ctx);
  const known = await contacts.batchGet(
    [...new Set([...former, id])].map((each) => ({ store_id, id: each })),
    ctx,
  );
  const own = known.find((contact) => contact.id === id);
  if (!own) throw GENERAL.NOT_FOUND();
  for (const contact of known.filter((each) => each !== own))
    await transact(ctx, [
      contacts.remove(contact),
      announce(ctx, "contact.deleted", contacts, unnamed(contact)),
    ]);
  await deleteContact(ctx, store_id, id);
}

/** Ends the sessions of a contact that is gone, and frees the addresses that it proved; false when the time was up before. */
export async function endContact(
  ctx: Context,
  store_id: string,
  contact_id: string,
  patience: number,
): Promise<boolean> {
  const until = Date.now() + patience;
  const end = each(async ({ sk }) => {
    const session = await contactSessions.find({ store_id, id: String(sk) }, ctx);
    if (session) await transact(ctx, [contactSessions.remove(session)]);
    return session !== undefined;
  });
  const free = each(async (row) => {
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

// Events outlive the contact.
function unnamed(contact: Contact): Contact {
  return { ...contact, email: null };
}
