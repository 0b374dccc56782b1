// Under whom the store files what comes in: an address that nobody proved is filed under its card.

import { ALPHABET } from "#core/id.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { keyedHash } from "#core/seal.ts";
import type { Contact } from "./schema.ts";

const PURPOSE = "guest-card";
/** No id that tells when it was made begins so. */
const BEGINS = "con_z";
const CHARACTERS = 25;

/**
 * The id of the guest card of an address in a store, known without a read.
 *
 * @param turn how many cards of the address have ended before: another card follows one that was merged or deleted
 */
export function cardId(storeId: string, email: string, turn = 0): Promise<string> {
  return derivedId(`${storeId}\naddress\n${sameAddress.key(email)}\n${turn}`);
}

/** The id of the card of a person of the business interface who has no address. */
export function personCardId(storeId: string, personId: string, turn = 0): Promise<string> {
  return derivedId(`${storeId}\nperson\n${personId}\n${turn}`);
}

/**
 * The customer under whom something that comes in now is filed: its contact where that one is proven, else the card of
 * its address, else its contact; null for nobody. It costs no read.
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

/** Whether an id is that of a card, which is derived. */
export function isCardId(id: string): boolean {
  return id.startsWith(BEGINS);
}

async function derivedId(text: string): Promise<string> {
  const bytes = Buffer.from(await keyedHash(PURPOSE, text), "base64url");
  // Five bits of each byte: 125 in all.
  const letters = [...bytes.subarray(0, CHARACTERS)].map((byte) => ALPHABET[byte & 31]);
  return BEGINS + letters.join("");
}
