// Ids of guest cards. A card is the customer of an email address that nobody has proven.

import { ID_ALPHABET } from "#core/id.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { keyedHash } from "#core/seal.ts";
import type { Contact } from "./schema.ts";

const HASH_PURPOSE = "guest-card";
/** Ids with a time in them never begin like this. */
const CARD_PREFIX = "con_z";
const CHARACTERS = 25;

/**
 * The id of the guest card of an address, computed without a read.
 *
 * @param turn number of earlier cards of the address that were merged or deleted
 */
export function cardId(storeId: string, email: string, turn = 0): Promise<string> {
  return derivedId(`${storeId}\naddress\n${sameAddress.key(email)}\n${turn}`);
}

/** The id of the card of a person without an address. */
export function personCardId(storeId: string, personId: string, turn = 0): Promise<string> {
  return derivedId(`${storeId}\nperson\n${personId}\n${turn}`);
}

/**
 * The customer to index a new record under: the proven contact, else the card of its address, else the
 * contact; null for nobody. Needs no read.
 */
export async function customerIdOf(
  storeId: string,
  {
    contact,
    email,
  }: { contact?: Pick<Contact, "id" | "verified"> | undefined; email?: string | null | undefined },
): Promise<string | null> {
  if (contact?.verified) return contact.id;
  if (email) return cardId(storeId, email);
  return contact?.id ?? null;
}

export function isCardId(id: string): boolean {
  return id.startsWith(CARD_PREFIX);
}

async function derivedId(text: string): Promise<string> {
  const bytes = Buffer.from(await keyedHash(HASH_PURPOSE, text), "base64url");
  // Five bits of each byte: 125 in all.
  const letters = [...bytes.subarray(0, CHARACTERS)].map((byte) => ID_ALPHABET[byte & 31]);
  return CARD_PREFIX + letters.join("");
}
