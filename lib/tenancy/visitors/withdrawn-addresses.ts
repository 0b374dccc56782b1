// Keyed hashes of deleted contacts' addresses, kept so that no later import subscribes them, and no late work brings a
// deleted guest card back.

import type { Write } from "#core/dynamo/transact.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { keyedHash } from "#core/seal.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { isCardId } from "./card-id.ts";
import type { Contact } from "./schema.ts";
import { withdrawnAddresses } from "./table.ts";

const HASH_PURPOSE = "withdrawn-address";

/** The writes that remember a deleted contact's addresses. */
export async function withdrawAddresses(
  { store_id, id, email, other_emails }: Contact,
  withdrawn_at: number,
): Promise<Write[]> {
  const addresses = [email ?? "", ...other_emails.map((each) => each.email)].filter(Boolean);
  const hashes = await sideBySide(addresses.map((each) => hashOf(store_id, each)));
  return [
    ...[...new Set(hashes)].map((hash) => withdrawnAddresses.put({ store_id, hash, withdrawn_at })),
    ...noteCardDeletion({ store_id, id }, withdrawn_at),
  ];
}

/** The write that remembers when a guest card was deleted; none for other contacts. Its id is a keyed hash already. */
export function noteCardDeletion({ store_id, id }: Pick<Contact, "store_id" | "id">, at: number): Write[] {
  return isCardId(id) ? [withdrawnAddresses.put({ store_id, hash: id, withdrawn_at: at })] : [];
}

/** Whether an address belonged to a deleted contact. */
export async function isWithdrawnAddress(store_id: string, email: string): Promise<boolean> {
  return (await withdrawnAddresses.find({ store_id, hash: await hashOf(store_id, email) })) !== undefined;
}

/**
 * When a guest card was last deleted; `undefined` if never. The next visit of its address makes a card of the same id,
 * so visits up to this second belong to the deleted card, and later ones to the next.
 */
export async function cardDeletedAt(store_id: string, id: string): Promise<number | undefined> {
  return (await withdrawnAddresses.find({ store_id, hash: id }))?.withdrawn_at;
}

function hashOf(storeId: string, email: string): Promise<string> {
  return keyedHash(HASH_PURPOSE, `${storeId}\n${sameAddress.key(email)}`);
}
