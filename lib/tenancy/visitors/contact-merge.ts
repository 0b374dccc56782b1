// What moves when a contact was merged into another one, by staff or by a proof.

import type { Contact } from "./schema.ts";

export interface ContactMerge {
  store_id: string;
  from: string;
  into: string;
  /**
   * When a card was merged: later records belong to the next card. Null for a visitor's contact, of which
   * everything moves.
   */
  until: number | null;
  /** Whether staff merged them: then the sessions of `from` end. */
  isByStaff: boolean;
}

/** The merge of a contact into another one; `undefined` if there was none. */
export function mergeOf({
  store_id,
  id,
  is_card,
  joined_at,
  merged_into_contact_id: into,
}: Contact): ContactMerge | undefined {
  if (!into) return undefined;
  return { store_id, from: id, into, until: is_card ? joined_at : null, isByStaff: joined_at !== null };
}

interface RecordOwners {
  customer_id: string | null;
  contact_id?: string | null;
}

/** The new owners of a record after a merge; `undefined` if they stay. */
export function ownersAfterMerge(
  record: RecordOwners,
  at: number,
  { from, into, until }: ContactMerge,
): RecordOwners | undefined {
  const isIndexed = record.customer_id === from && (until === null || at <= until);
  const isTheirs = until === null && record.contact_id === from;
  if (!isIndexed && !isTheirs) return undefined;
  return {
    customer_id: isIndexed ? into : record.customer_id,
    ...(record.contact_id === undefined ? {} : { contact_id: isTheirs ? into : record.contact_id }),
  };
}
