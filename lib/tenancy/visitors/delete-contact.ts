import { type Context, visitor } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { rowByRow, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce, enqueue } from "#core/events.ts";
import type { Body } from "#core/queue/message.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import { CONTACT } from "./errors.ts";
import { ForgetJoined } from "./messages.ts";
import { contactEmails, contacts } from "./table.ts";
import { withdrawAddresses } from "./withdrawn-addresses.ts";

/** Deletes a contact; what it had goes in the background, on the event. */
export async function deleteContact(ctx: Context, store_id: string, id: string): Promise<void> {
  const contact = await contacts.get({ store_id, id }, GENERAL.NOT_FOUND(), ctx);
  if (contact.joined_at !== null) throw CONTACT.MERGED({ reason: contact.merged_into_contact_id ?? "" });
  const { email, verified } = contact;
  const name = email && verified ? await contactEmails.find({ store_id, email }, ctx) : undefined;
  await transact(ctx, [
    contacts.remove(contact),
    name?.contact_id === id && contactEmails.remove(name),
    announce(ctx, "contact.deleted", contacts, contact),
    ...(await withdrawAddresses(contact, ctx.now())),
    contact.merged_ids.length > 0 &&
      enqueue(ctx, ForgetJoined, { tenant_id: store_id, ids: contact.merged_ids }),
  ]);
}

/** Deletes what is left of those who were joined into a contact that is gone. It is safe to run any number of times. */
export async function forgetJoined(
  ctx: Context,
  { tenant_id: store_id, ids }: Body<typeof ForgetJoined>,
): Promise<void> {
  for (const id of ids)
    await withRetries(async () => {
      const left = await contacts.find({ store_id, id }, ctx);
      if (left?.merged_into_contact_id)
        await transact(ctx, [contacts.remove(left), announce(ctx, "contact.deleted", contacts, left)]);
    });
}

/** Has a contact that is kept looked at later again. */
export async function touchContact(ctx: Context, store_id: string, id: string): Promise<void> {
  const contact = await contacts.find({ store_id, id }, ctx);
  if (contact) await transact(ctx, [contacts.note(contact, { ...contact, updated_at: ctx.now() })]);
}

/** Deletes the visitor who calls, with the contacts that this session was before its address was proven. */
export async function deleteCurrentContact(ctx: Context, store_id: string): Promise<void> {
  const { id, former } = visitor(ctx);
  const known = await contacts.batchGet(
    [...new Set([...former, id])].map((one) => ({ store_id, id: one })),
    ctx,
  );
  const own = known.find((contact) => contact.id === id);
  if (!own) throw GENERAL.NOT_FOUND();
  for (const contact of known.filter((one) => one !== own))
    await transact(ctx, [contacts.remove(contact), announce(ctx, "contact.deleted", contacts, contact)]);
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
