import type { Context } from "#core/context.ts";
import { followMerges } from "./addresses.ts";
import { customersOfAddress } from "./customers-of-address.ts";
import { contacts } from "./table.ts";

/** The sender of a message, who does not become a customer by it. */
interface MessageSender {
  contact_id: string | null;
  email: string | null;
}

/** The customer of a message: the sender's contact if proven or without email, else the address's future card. */
export async function owningCustomerId(
  ctx: Context,
  store_id: string,
  { contact_id, email }: MessageSender,
): Promise<string | null> {
  const found = contact_id ? await contacts.find({ store_id, id: contact_id }, ctx) : undefined;
  const contact =
    found?.merged_into_contact_id && contact_id ? await followMerges({ store_id, contact_id }) : found;
  if (contact && (contact.verified || email === null)) return contact.id;
  return email === null ? null : (await customersOfAddress(store_id, email)).cardId;
}

/** The customer of a confirmed email address: the contact that proved it to the store, else its guest card. */
export async function owningCustomerIdOfAddress(store_id: string, email: string): Promise<string> {
  const { proven, cardId } = await customersOfAddress(store_id, email);
  return proven?.id ?? cardId;
}
