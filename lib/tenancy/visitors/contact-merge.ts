// What moves when a customer is merged into another one, by staff or by a proven address.

import type { Contact } from "./schema.ts";

export interface ContactMerge {
  store_id: string;
  from: string;
  into: string;
  /**
   * When a card was merged: later records belong to the next card. Null for a visitor's contact merged by staff, of
   * which everything moves.
   */
  until: number | null;
  /** Whether a visitor proved an address of the survivor. Its other sessions go on, and later records stay theirs. */
  byProof: boolean;
}

/** The merge of a contact into another one; `undefined` if there was none. */
export function mergeOf({
  store_id,
  id,
  is_card,
  joined_at,
  updated_at,
  merged_into_contact_id: into,
}: Contact): ContactMerge | undefined {
  if (!into) return undefined;
  const byProof = joined_at === null;
  return { store_id, from: id, into, until: byProof ? updated_at : is_card ? joined_at : null, byProof };
}

interface RecordOwners {
  customer_id: string | null;
  contact_id?: string | null;
}

/** The new owners of a record after a merge; `undefined` if they stay. */
export function ownersAfterMerge(
  record: RecordOwners,
  at: number,
  { from, into, until, byProof }: ContactMerge,
): RecordOwners | undefined {
  if (until !== null && at > until) return undefined;
  const isIndexed = record.customer_id === from;
  const isTheirs = (until === null || byProof) && record.contact_id === from;
  if (!isIndexed && !isTheirs) return undefined;
  return {
    // Who proves an address is the customer of all own records, also of those that named another address.
    customer_id: isIndexed || (byProof && isTheirs) ? into : record.customer_id,
    ...(record.contact_id === undefined ? {} : { contact_id: isTheirs ? into : record.contact_id }),
  };
}
