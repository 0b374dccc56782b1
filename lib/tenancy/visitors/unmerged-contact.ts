import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { GENERAL } from "#core/errors.ts";
import { mergedInto } from "./errors.ts";
import type { Contact } from "./schema.ts";
import { contacts } from "./table.ts";

/**
 * The contact of a visitor's session, which staff have not merged into another one. Such a merge ends its sessions, even
 * those that still exist: what they changed would be lost with what is left of the contact.
 */
export async function unmergedContact(ctx: Context, store_id: string, id: string): Promise<Stored<Contact>> {
  const contact = await contacts.get({ store_id, id }, GENERAL.NOT_FOUND(), ctx);
  if (contact.joined_at !== null) throw GENERAL.UNAUTHENTICATED();
  return contact;
}

/** Reads a contact that must not have been merged into another. */
export async function unmergedCustomer(ctx: Context, store_id: string, id: string): Promise<Stored<Contact>> {
  const found = await contacts.get({ store_id, id }, GENERAL.NOT_FOUND(), ctx);
  if (found.merged_into_contact_id) throw mergedInto(found.merged_into_contact_id);
  return found;
}
