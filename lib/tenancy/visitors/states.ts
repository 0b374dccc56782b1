import type { Contact } from "./schema.ts";

/** Whether a contact stands in the list of customers: the store has to do with it, and nobody joined it into another. */
export function isListed({
  is_customer,
  verified,
  merged_into_contact_id,
}: Pick<Contact, "is_customer" | "verified" | "merged_into_contact_id">): boolean {
  return (is_customer || verified) && !merged_into_contact_id;
}
