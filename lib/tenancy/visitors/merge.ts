// Merges two customers who are one person.

import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { announceChange, enqueue } from "#core/events.ts";
import { editContact } from "./change-contact.ts";
import { CONTACT, mergedInto, stillMerging } from "./errors.ts";
import type { CustomersMerged, MergeCustomers, MergedRecords } from "./merge-schema.ts";
import { mergedAwayContact, mergedContact } from "./merged-contact.ts";
import { MoveJoined } from "./messages.ts";
import type { Contact } from "./schema.ts";
import { contacts } from "./table.ts";
import { viewCustomer } from "./view-customers.ts";

type CountMoves = (contact: Contact) => Promise<MergedRecords>;

/**
 * Merges a customer into another one. One transaction marks both; records move in the background, and until
 * then both are read together. Repeating returns the same answer.
 */
export function mergeCustomers(
  ctx: Context,
  store_id: string,
  id: string,
  { from, dry_run, open_access }: MergeCustomers,
  countMoves: CountMoves,
): Promise<CustomersMerged> {
  return withRetries(async () => {
    const [into, gone] = await readTogether(
      [contacts.read({ store_id, id }), contacts.read({ store_id, id: from })],
      ctx,
    );
    if (!into || !gone) throw GENERAL.NOT_FOUND();
    if (id === from) throw mergeError("is the same customer");
    const isDone = gone.merged_into_contact_id === id && into.merged_ids.includes(from);
    const addresses = provenEmails(gone);
    if (isDone) return mergeAnswer(ctx, into, { addresses, moves: null });
    checkMerge(into, gone);
    if (dry_run) return mergeAnswer(ctx, into, { addresses, moves: await countMoves(gone) });
    if (!gone.is_card && open_access !== true)
      throw CONTACT.MERGE_OPENS_ACCESS({ addresses: addresses.join(", ") || "none" });
    const { record, writes } = editContact(ctx, into, mergedContact(ctx.now(), into, gone));
    const left = announceChange(
      ctx,
      "contact.merged",
      contacts,
      gone,
      mergedAwayContact(ctx.now(), gone, id),
    );
    const moving = enqueue(ctx, MoveJoined, { tenant_id: store_id, into: id, from });
    const answered = await mergeAnswer(ctx, record, { addresses, moves: null });
    return transact(ctx, [...writes, ...left.writes, moving], answered);
  });
}

async function mergeAnswer(
  ctx: Context,
  contact: Stored<Contact>,
  details: Pick<CustomersMerged, "addresses" | "moves">,
): Promise<CustomersMerged> {
  return { contact: await viewCustomer(ctx, contact), ...details };
}

/** Checks a merge. Neither may be in another merge. A verified customer or a visitor must be the survivor. */
function checkMerge(into: Contact, gone: Contact): void {
  for (const each of [into, gone]) {
    if (each.merged_into_contact_id) throw mergedInto(each.merged_into_contact_id);
    if (each.merging_ids.length > 0) throw stillMerging(each.id);
  }
  if (gone.verified && !into.verified)
    throw mergeError("proved its address: join the other customer into this one");
  if (into.is_card && !gone.is_card)
    throw mergeError(
      "has visits of its own, which a card cannot have: join the other customer into this one",
    );
}

/** Email addresses with which somebody could sign in as the customer. */
function provenEmails({ verified, email, other_emails }: Contact): string[] {
  const others = other_emails.filter((each) => each.verified).map((each) => each.email);
  return verified && email ? [email, ...others] : others;
}

function mergeError(message: string) {
  return invalidField("from", message);
}
