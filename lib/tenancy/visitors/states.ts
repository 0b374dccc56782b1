import type { Contact } from "./schema.ts";

/** Whether a contact is in the customer list: it is a customer and was not merged into another. */
export function isListed({
  is_customer,
  verified,
  merged_into_contact_id,
}: Pick<Contact, "is_customer" | "verified" | "merged_into_contact_id">): boolean {
  return (is_customer || verified) && !merged_into_contact_id;
}
