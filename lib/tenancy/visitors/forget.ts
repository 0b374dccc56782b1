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
  const contact = await contacts.get({ store_id, id }, GENERAL.NOT_FOUND());
  const { email, verified } = contact;
  const name = email && verified ? await contactEmails.find({ store_id, email }) : undefined;
  await transact(ctx, [
    contacts.remove(contact),
    name?.contact_id === id && contactEmails.remove(name),
    announce(ctx, "contact.deleted", contacts, unnamed(contact)),
  ]);
}

/** Has a contact that is kept looked at later again. */
export async function touchContact(ctx: Context, store_id: string, id: string): Promise<void> {
  const contact = await contacts.find({ store_id, id });
  if (contact)
    await transact({ now: ctx.now }, [contacts.replace(contact, { ...contact, updated_at: ctx.now() })]);
}

/** Deletes the visitor who calls, with the contacts that this session was before its address was proven. */
export async function deleteCurrentContact(ctx: Context, store_id: string): Promise<void> {
  const { id, former } = visitor(ctx);
  const known = await contacts.batchGet(
    [...new Set([...former, id])].map((each) => ({ store_id, id: each })),
  );
  const own = known.find((contact) => contact.id === id);
  if (!own) throw GENERAL.NOT_FOUND();
  for (const contact of known.filter((each) => each !== own))
    await transact({ now: ctx.now }, [
      contacts.remove(contact),
      announce(ctx, "contact.deleted", contacts, unnamed(contact)),
    ]);
  await deleteContact(ctx, store_id, id);
}

/** Ends the sessions of a contact that is gone; false when the time was up before. */
export function endSessions(
  ctx: Context,
  store_id: string,
  contactId: string,
  patience: number,
): Promise<boolean> {
  const end = each(async ({ sk }) => {
    const session = await contactSessions.find({ store_id, id: String(sk) });
    if (session) await transact({ now: ctx.now }, [contactSessions.remove(session)]);
    return session !== undefined;
  });
  const partitions = [contactSessions.child({ store_id, contact_id: contactId })];
  return sweep({ partitions, index: "child_created" }, end, patience);
}

// Events outlive the contact.
function unnamed(contact: Contact): Contact {
  return { ...contact, email: null };
}
