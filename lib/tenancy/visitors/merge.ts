// Two customers who are one person, as staff know it: one of them goes, and what it had is the other's.

import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, validationFailed } from "#core/errors.ts";
import { announceChange, enqueue } from "#core/events.ts";
import { editContact } from "./change-contact.ts";
import { CONTACT } from "./errors.ts";
import type { Merge, Merged, Moves } from "./merge-schema.ts";
import { mergedAwayContact, mergedContact } from "./merged-contact.ts";
import { MoveJoined } from "./messages.ts";
import type { Contact } from "./schema.ts";
import { contacts } from "./table.ts";
import { viewCustomer } from "./view-customers.ts";

/** Says how much would move of what a contact has. */
type CountMoves = (contact: Contact) => Promise<Moves>;

/**
 * Joins a customer into another one. One transaction marks both; what the one had is moved behind it, and until that is
 * done whoever reads the other reads both. Asked again it answers the same.
 */
export function mergeCustomers(
  ctx: Context,
  store_id: string,
  id: string,
  { from, dry_run, open_access }: Merge,
  countMoves: CountMoves,
): Promise<Merged> {
  return withRetries(async () => {
    const [into, gone] = await readTogether(
      [contacts.read({ store_id, id }), contacts.read({ store_id, id: from })],
      ctx,
    );
    if (!into || !gone) throw GENERAL.NOT_FOUND();
    if (id === from) throw wrong("is the same customer");
    const isDone = gone.merged_into_contact_id === id && into.merged_ids.includes(from);
    const addresses = provenBy(gone);
    if (isDone) return answer(ctx, into, { addresses, moves: null });
    checkMerge(into, gone);
    if (dry_run) return answer(ctx, into, { addresses, moves: await countMoves(gone) });
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
    const answered = await answer(ctx, record, { addresses, moves: null });
    return transact(ctx, [...writes, ...left.writes, moving], answered);
  });
}

async function answer(
  ctx: Context,
  contact: Stored<Contact>,
  said: Pick<Merged, "addresses" | "moves">,
): Promise<Merged> {
  return { contact: await viewCustomer(ctx, contact), ...said };
}

/** Refuses what cannot be joined: the one that stays has what the other proved, and neither is under way elsewhere. */
function checkMerge(into: Contact, gone: Contact): void {
  for (const each of [into, gone]) {
    if (each.merged_into_contact_id) throw CONTACT.MERGED({ reason: each.merged_into_contact_id });
    if (each.merging_ids.length > 0) throw CONTACT.MERGED({ reason: each.id });
  }
  if (gone.verified && !into.verified)
    throw wrong("proved its address: join the other customer into this one");
  if (into.is_card && !gone.is_card)
    throw wrong("has visits of its own, which a card cannot have: join the other customer into this one");
}

/** The addresses by which somebody could prove to be the customer. */
function provenBy({ verified, email, other_emails }: Contact): string[] {
  const others = other_emails.filter((each) => each.verified).map((each) => each.email);
  return verified && email ? [email, ...others] : others;
}

function wrong(message: string) {
  return validationFailed([{ field: "from", message, error: "FIELD.VALIDATION_FAILED" }]);
}
