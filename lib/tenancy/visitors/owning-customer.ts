import type { Context } from "#core/context.ts";
import { followMerges } from "./addresses.ts";
import { customersOfAddress } from "./customers-of-address.ts";
import { contacts } from "./table.ts";

/** What somebody sent who becomes no customer by it: whose session it was, and the address that was typed. */
interface Sent {
  contact_id: string | null;
  email: string | null;
}

/** The customer under whom something is filed that makes none: its contact if that one is proven, else the card of its address, which may not be there. */
export async function owningCustomerId(
  ctx: Context,
  store_id: string,
  { contact_id, email }: Sent,
): Promise<string | null> {
  const found = contact_id ? await contacts.find({ store_id, id: contact_id }, ctx) : undefined;
  const contact =
    found?.merged_into_contact_id && contact_id ? await followMerges({ store_id, contact_id }) : found;
  if (contact && (contact.verified || email === null)) return contact.id;
  return email === null ? null : (await customersOfAddress(store_id, email)).cardId;
}

/** The customer of an address whose owner has answered its mail: who proved it to the store, else its card. */
export async function owningCustomerIdOfAddress(store_id: string, email: string): Promise<string> {
  const { proven, cardId } = await customersOfAddress(store_id, email);
  return proven?.id ?? cardId;
}
