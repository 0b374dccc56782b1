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
  // The id of a guest card is a keyed hash already.
  return [...new Set([...hashes, ...(isCardId(id) ? [id] : [])])].map((hash) =>
    withdrawnAddresses.put({ store_id, hash, withdrawn_at }),
  );
}

/** Whether an address belonged to a deleted contact. */
export async function isWithdrawnAddress(store_id: string, email: string): Promise<boolean> {
  return (await withdrawnAddresses.find({ store_id, hash: await hashOf(store_id, email) })) !== undefined;
}

/** Whether a guest card was deleted after a visit, to the second. */
export async function isCardDeletedSince(store_id: string, id: string, at: number): Promise<boolean> {
  const deleted = await withdrawnAddresses.find({ store_id, hash: id });
  return deleted !== undefined && at < deleted.withdrawn_at;
}

function hashOf(storeId: string, email: string): Promise<string> {
  return keyedHash(HASH_PURPOSE, `${storeId}\n${sameAddress.key(email)}`);
}
