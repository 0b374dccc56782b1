import { paddedNumber } from "#core/dynamo/key.ts";
import { facet } from "#core/dynamo/terms.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { type Listing, rowIndex, rowsSource } from "#core/rows/declaration.ts";
import { numberSortKey, textSortKey } from "#core/rows/place.ts";
import { phoneWords, searchableWords, wholeWord, wordsOf } from "#core/rows/words.ts";
import { CUSTOMER_ROWS } from "./rows-definition.ts";
import { CONSENT_CHANNELS, type Contact } from "./schema.ts";
import { isListed } from "./states.ts";
import { contacts } from "./table.ts";

/** Rows to search customers. A new card may have the id of a deleted one, so the creation time tells them apart. */
export const customerRows = rowIndex(
  CUSTOMER_ROWS,
  rowsSource(contacts, listingOf, ({ created_at }) => String(created_at)),
);

export function spentSort(currency: string): string {
  return `spent:${currency}`;
}

/** Name of the sort by the day of the last visit. */
export const LAST_SEEN_SORT = "last_seen_at";

/** Search terms of the customer list's filters. */
export const customerTerm = {
  email: (email: string) => facet("email", sameAddress.key(email)),
  tag: (tag: string) => facet("tag", tag.toLowerCase()),
  consent: (channel: string) => facet("consent", channel),
  verified: (verified: boolean) => facet("verified", verified),
  orders: (hasOrders: boolean) => facet("orders", hasOrders),
} as const;

function listingOf(contact: Contact): Listing | undefined {
  if (!isListed(contact)) return undefined;
  const { name, tags, verified, has_orders, created_at, updated_at } = contact;
  const { spent, last_order_at, last_seen_at } = contact;
  const addresses = addressesOf(contact);
  return {
    facets: [
      ...addresses.map(customerTerm.email),
      ...tags.map(customerTerm.tag),
      customerTerm.verified(verified),
      customerTerm.orders(has_orders),
      ...CONSENT_CHANNELS.filter((channel) => isGranted(contact, channel)).map(customerTerm.consent),
    ],
    words: wordsIn(contact, addresses),
    created: created_at,
    sorts: {
      updated_at: paddedNumber(updated_at),
      // Without a name, a customer is sorted by address or phone.
      name: textSortKey(name ?? addresses[0] ?? contact.phone ?? ""),
      last_order_at: numberSortKey(last_order_at ?? 0),
      ...(last_seen_at === null ? {} : { [LAST_SEEN_SORT]: numberSortKey(last_seen_at) }),
      ...Object.fromEntries(
        Object.entries(spent).map(([currency, amount]) => [spentSort(currency), numberSortKey(amount)]),
      ),
    },
  };
}

function addressesOf({ email, other_emails }: Contact): string[] {
  return [email ?? "", ...other_emails.map((each) => each.email)].filter(Boolean);
}

function wordsIn({ name, phone }: Contact, addresses: readonly string[]): string[] {
  return searchableWords(
    addresses.flatMap(wholeWord),
    addresses.flatMap((each) => wholeWord(each.split("@")[0])),
    wordsOf(name),
    phoneWords(phone),
  );
}

/** Whether the newest decision on a channel grants it; a withdrawal wins in the same second. */
export function isGranted({ consents }: Pick<Contact, "consents">, channel: string): boolean {
  const those = consents.filter((each) => each.channel === channel);
  const newest = Math.max(...those.map(({ at }) => at));
  return (
    those.length > 0 && those.filter(({ at }) => at === newest).every(({ state }) => state === "granted")
  );
}
