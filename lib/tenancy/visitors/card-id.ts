// Ids of guest cards. A card is the customer of an email address that nobody has proven.

import { ID_ALPHABET } from "#core/id.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { keyedHash } from "#core/seal.ts";
import type { Contact } from "./schema.ts";

const HASH_PURPOSE = "guest-card";
/** No other contact id has this prefix, because others begin with a time. */
const CARD_PREFIX = "con_z";
const CHARACTERS = 25;

/**
 * The guest card id of an email address, computed without a read.
 *
 * @param earlierCards number of cards of the address that were merged into other customers
 */
export function cardId(storeId: string, email: string, earlierCards = 0): Promise<string> {
  return derivedId(`${storeId}\naddress\n${sameAddress.key(email)}\n${earlierCards}`);
}

/** The guest card id of a person who has no email. */
export function personCardId(storeId: string, personId: string, earlierCards = 0): Promise<string> {
  return derivedId(`${storeId}\nperson\n${personId}\n${earlierCards}`);
}

/**
 * The id of the customer to index a new record under: the contact if verified, else the guest card of the email
 * address, else the contact; null for nobody. Needs no read.
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
  // Each letter is five bits of a byte, so an id has 125 bits.
  const letters = [...bytes.subarray(0, CHARACTERS)].map((byte) => ID_ALPHABET[byte & 31]);
  return CARD_PREFIX + letters.join("");
}
