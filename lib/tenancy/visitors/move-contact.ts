// What of a contact goes on as another's, whom staff joined it into.

import type { Context } from "#core/context.ts";
import { rowByRow, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import { changeContact } from "./change-contact.ts";
import { type ContactMerge, mergeOf } from "./contact-merge.ts";
import { contactEmails, contacts } from "./table.ts";
import { hasNoTotals } from "./totals.ts";

/** What is being given from one customer to another; nothing where that has come to its end. */
export async function findOpenMerge(
  ctx: Context,
  { tenant_id: store_id, into, from }: { tenant_id: string; into: string; from: string },
): Promise<ContactMerge | undefined> {
  const survivor = await contacts.find({ store_id, id: into }, ctx);
  if (!survivor?.merging_ids.includes(from)) return undefined;
  const gone = await contacts.find({ store_id, id: from }, ctx);
  return gone && mergeOf(gone);
}

/** What those of some contacts give who were joined into others. */
export async function mergesOf(
  store_id: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, ContactMerge>> {
  const found = await contacts.batchGet([...new Set(ids)].map((id) => ({ store_id, id })));
  return new Map(
    found.flatMap((contact) => {
      const joining = mergeOf(contact);
      return joining ? [[contact.id, joining]] : [];
    }),
  );
}

/**
 * Ends the sessions of a contact that was joined into another, and has its addresses and those who were joined into it
 * lead to the other. False when the time was up before.
 *
 * @param patience milliseconds
 */
export async function moveContact(
  ctx: Context,
  { store_id, from: contact_id, into }: ContactMerge,
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
    (await sweep(below(contactSessions.child({ store_id, contact_id })), end, patience)) &&
    (await sweep(below(contactEmails.child({ store_id, contact_id })), lead, until - Date.now()))
  );
}

/** Has those lead to a customer at once who were joined into the one that was joined into it: no way grows long. */
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

/** Writes down that all of a customer is another's; false while something of it is still counted under it. */
export async function finishMerge(ctx: Context, { store_id, from, into }: ContactMerge): Promise<boolean> {
  if (!(await hasNoTotals(store_id, from, ctx.now()))) return false;
  const before = await contacts.find({ store_id, id: into }, ctx);
  if (!before) return true;
  const merging_ids = before.merging_ids.filter((id) => id !== from);
  await transact(ctx, changeContact(ctx, [], before, { ...before, merging_ids }).writes);
  return true;
}

/** The customers under whose ids something is filed that is one customer's: its own, and those that are being joined into it. */
export async function idsOfCustomer(ctx: Context, store_id: string, id: string): Promise<string[]> {
  const found = await contacts.find({ store_id, id }, ctx);
  const into = found?.merged_into_contact_id;
  const customer = into ? await contacts.find({ store_id, id: into }, ctx) : found;
  return customer ? [customer.id, ...customer.merging_ids] : [id];
}
