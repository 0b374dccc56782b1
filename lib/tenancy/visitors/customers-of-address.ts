// The customers of one email address: the contact that proved it, and its guest card.

import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { followMerges } from "./addresses.ts";
import { cardId } from "./card-id.ts";
import type { Contact } from "./schema.ts";
import { contactEmails, contacts } from "./table.ts";

/** Most merged cards of one address that are passed on the way to its current card. */
const MAX_CARDS = 50;

interface AddressCustomers {
  proven: Stored<Contact> | undefined;
  card: Stored<Contact> | undefined;
  /** The id of the card, even if it does not exist yet. */
  cardId: string;
  firstCardId: string;
}

/** Finds the customers of an email address, of which there are at most two. */
export async function customersOfAddress(store_id: string, address: string): Promise<AddressCustomers> {
  const email = sameAddress.key(address);
  const firstCardId = await cardId(store_id, email);
  const [claim, first] = await readTogether([
    contactEmails.read({ store_id, email }),
    contacts.read({ store_id, id: firstCardId }),
  ]);
  const proven = claim && (await followMerges(claim));
  let [id, card] = [firstCardId, first];
  for (let earlierCards = 1; card?.merged_into_contact_id && earlierCards < MAX_CARDS; earlierCards++) {
    id = await cardId(store_id, email, earlierCards);
    card = await contacts.find({ store_id, id });
  }
  return { proven, card, cardId: id, firstCardId };
}
