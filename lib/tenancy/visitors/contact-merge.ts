// What becomes of all that is filed under a customer whom staff joined into another one.

import type { Contact } from "./schema.ts";

export interface ContactMerge {
  store_id: string;
  from: string;
  into: string;
  /**
   * Of a card, when it was joined: what came later is of the card that follows, and whose it is stays as it is. Null for a
   * visitor's contact, which the other one is from then on.
   */
  until: number | null;
}

/** What a contact that was joined into another one gives that one; nothing where it was not. */
export function mergeOf({
  store_id,
  id,
  is_card,
  joined_at,
  merged_into_contact_id: into,
}: Contact): ContactMerge | undefined {
  if (!into || joined_at === null) return undefined;
  return { store_id, from: id, into, until: is_card ? joined_at : null };
}

interface Filed {
  customer_id: string | null;
  contact_id?: string | null;
}

/** What of a record is another's from then on: under whom it is filed, and whose it is. Nothing where it stays. */
export function ownersAfterMerge(
  record: Filed,
  at: number,
  { from, into, until }: ContactMerge,
): Filed | undefined {
  const isFiled = record.customer_id === from && (until === null || at <= until);
  const isTheirs = until === null && record.contact_id === from;
  if (!isFiled && !isTheirs) return undefined;
  return {
    customer_id: isFiled ? into : record.customer_id,
    ...(record.contact_id === undefined ? {} : { contact_id: isTheirs ? into : record.contact_id }),
  };
}
