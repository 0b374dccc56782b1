// Steps of merging one contact into another. Records move elsewhere.

import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { rowByRow, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import { changeContact } from "./change-contact.ts";
import { type ContactMerge, mergeOf } from "./contact-merge.ts";
import type { Contact } from "./schema.ts";
import { contactEmails, contacts } from "./table.ts";
import { hasNoTotals } from "./totals.ts";

/** A merge that is not finished; `undefined` if there is none. The deletion of a survivor deletes the other contact. */
export async function findOpenMerge(
  ctx: Context,
  { tenant_id: store_id, into, from }: { tenant_id: string; into: string; from: string },
): Promise<ContactMerge | undefined> {
  const survivor = await contacts.find({ store_id, id: into }, ctx);
  const gone = await contacts.find({ store_id, id: from }, ctx);
  const merge = gone && mergeOf(gone);
  if (!survivor || merge?.into !== into) return undefined;
  return merge.byProof || survivor.merging_ids.includes(from) ? merge : undefined;
}

/** The contacts with some ids, and the merge of each that was merged into another one. */
export async function contactsWithMerges(
  store_id: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, { contact: Stored<Contact>; merge: ContactMerge | undefined }>> {
  const found = await contacts.batchGet([...new Set(ids)].map((id) => ({ store_id, id })));
  return new Map(found.map((contact) => [contact.id, { contact, merge: mergeOf(contact) }]));
}

/** Keeps a visitor who sent a form or began a conversation, and who would else be deleted after a time. */
export async function keepWriter(ctx: Context, contact: Stored<Contact>): Promise<void> {
  if (contact.has_written) return;
  await withRetries(async () => {
    const { store_id, id } = contact;
    const found = await contacts.find({ store_id, id }, ctx);
    if (found && !found.has_written)
      await transact(ctx, [contacts.note(found, { ...found, has_written: true })]);
  });
}

/**
 * Moves a merged contact's proven addresses to the surviving one, and after a merge by staff ends its sessions. Returns
 * false if the time was too short.
 *
 * @param patience milliseconds
 */
export async function moveContact(
  ctx: Context,
  { store_id, from: contact_id, into, byProof }: ContactMerge,
  patience: number,
): Promise<boolean> {
  const until = Date.now() + patience;
  const below = (partition: string) => ({ partitions: [partition], index: "child_created" }) as const;
  const end = rowByRow(async ({ sk }) => {
    const session = await contactSessions.find({ store_id, id: String(sk) }, ctx);
    if (session?.contact_id !== contact_id) return false;
    await transact(ctx, [contactSessions.remove(session)]);
    return true;
  });
  const lead = rowByRow(async (row) => {
    const proven = await contactEmails.find(contactEmails.slots(row), ctx);
    if (proven?.contact_id !== contact_id) return false;
    await transact(ctx, [contactEmails.replace(proven, { ...proven, contact_id: into })]);
    return true;
  });
  return (
    (byProof || (await sweep(below(contactSessions.child({ store_id, contact_id })), end, patience))) &&
    (await sweep(below(contactEmails.child({ store_id, contact_id })), lead, until - Date.now()))
  );
}

/** Points earlier merges directly at the surviving contact, so that chains stay short. */
export async function shortenMergeChain(ctx: Context, { store_id, from, into }: ContactMerge): Promise<void> {
  const survivor = await contacts.find({ store_id, id: into }, ctx);
  const earlier = survivor?.merged_ids.filter((id) => id !== from) ?? [];
  const found = await contacts.batchGet(
    earlier.map((id) => ({ store_id, id })),
    ctx,
  );
  for (const one of found.filter(({ merged_into_contact_id }) => merged_into_contact_id === from))
    await transact(ctx, changeContact(ctx, [], one, { ...one, merged_into_contact_id: into }).writes);
}

/** Marks a merge as finished; false while sums still count something under the merged contact. */
export async function finishMerge(ctx: Context, { store_id, from, into }: ContactMerge): Promise<boolean> {
  if (!(await hasNoTotals(store_id, from, ctx.now()))) return false;
  const before = await contacts.find({ store_id, id: into }, ctx);
  if (!before) return true;
  const merging_ids = before.merging_ids.filter((id) => id !== from);
  await transact(ctx, changeContact(ctx, [], before, { ...before, merging_ids }).writes);
  return true;
}

/** The ids under which a customer's records are indexed: its own, and those of unfinished merges. */
export async function idsOfCustomer(ctx: Context, store_id: string, id: string): Promise<string[]> {
  const found = await contacts.find({ store_id, id }, ctx);
  const into = found?.merged_into_contact_id;
  const customer = into ? await contacts.find({ store_id, id: into }, ctx) : found;
  return customer ? [customer.id, ...customer.merging_ids] : [id];
}
