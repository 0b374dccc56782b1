// Which contact has proven an email address.

import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { Contact } from "./schema.ts";
import { type ContactEmail, contactEmails, contacts } from "./table.ts";

/** Most merges that are followed from one contact to the next. */
const MAX_HOPS = 10;

/** The contact that a contact was merged into at last, or the contact itself; `undefined` if it was deleted. */
export async function followMerges({
  store_id,
  contact_id,
}: Pick<ContactEmail, "store_id" | "contact_id">): Promise<Stored<Contact> | undefined> {
  let found = await contacts.find({ store_id, id: contact_id });
  for (let hop = 0; found?.merged_into_contact_id && hop < MAX_HOPS; hop++) {
    const next = await contacts.find({ store_id, id: found.merged_into_contact_id });
    if (!next) break;
    found = next;
  }
  return found;
}

/** The write that assigns an email address to a contact, in place of a deleted or merged contact (`before`). */
export function claimAddress(own: ContactEmail, before: Stored<ContactEmail> | undefined): Write {
  return before ? contactEmails.replace(before, own) : contactEmails.create(own);
}
