// Customers as staff see them, with totals and the other customer of their email address.

import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { followMerges } from "./addresses.ts";
import { cardId } from "./card-id.ts";
import type { CustomerView } from "./customer-schema.ts";
import { customersOfAddress } from "./customers-of-address.ts";
import type { Contact } from "./schema.ts";
import { isListed } from "./states.ts";
import { type ContactEmail, contactEmails, contacts } from "./table.ts";
import { totalsOf } from "./totals.ts";

export async function viewCustomer(ctx: Context, contact: Stored<Contact>): Promise<CustomerView> {
  const [view] = await viewCustomers(ctx, contact.store_id, [contact]);
  if (!view) throw new Error(`The contact ${contact.id} has no view.`);
  return view;
}

/** Several customers as staff see them, with as few round trips as for one. */
export async function viewCustomers(
  ctx: Context,
  storeId: string,
  some: readonly Stored<Contact>[],
): Promise<CustomerView[]> {
  const [totals, others] = await sideBySide([
    totalsOf(storeId, some, ctx.now()),
    sameAddressCustomers(storeId, some),
  ] as const);
  return some.map((contact) => ({
    ...contact,
    same_address: addressesOf(contact)
      .flatMap((email) => others.get(email) ?? [])
      .filter((each) => each.id !== contact.id && isListed(each))
      .map(({ id, verified }) => ({ id, verified })),
    totals: totals(contact),
    version: contact.edits + 1,
  }));
}

/** Email addresses that another customer may share. */
function addressesOf({ email, other_emails, verified }: Contact): string[] {
  const others = verified ? other_emails.map((each) => each.email) : [];
  return [email ?? "", ...others].filter(Boolean).map((each) => sameAddress.key(each));
}

/** The customers of some contacts' email addresses, by address: the contact that proved it, and its guest card. */
async function sameAddressCustomers(
  store_id: string,
  some: readonly Contact[],
): Promise<Map<string, Contact[]>> {
  const unproven = some.filter(({ verified }) => !verified).flatMap(addressesOf);
  const noCards = some.filter(({ is_card }) => !is_card).flatMap(addressesOf);
  const [claims, cards] = await sideBySide([
    contactEmails.batchGet([...new Set(unproven)].map((email) => ({ store_id, email }))),
    cardsOf(store_id, [...new Set(noCards)]),
  ] as const);
  const proven = await provenOf(store_id, claims);
  const all = [...proven, ...cards].flatMap(({ email, contact }) => (contact ? [{ email, contact }] : []));
  const byAddress = Map.groupBy(all, ({ email }) => email);
  return new Map([...byAddress].map(([email, found]) => [email, found.map(({ contact }) => contact)]));
}

/** The contacts that proved some addresses, after merges. */
async function provenOf(store_id: string, claims: readonly ContactEmail[]) {
  const ids = [...new Set(claims.map(({ contact_id }) => contact_id))];
  const found = await contacts.batchGet(ids.map((id) => ({ store_id, id })));
  const byId = new Map(found.map((contact) => [contact.id, contact]));
  return sideBySide(
    claims.map(async (claim) => {
      const first = byId.get(claim.contact_id);
      return {
        email: claim.email,
        contact: first?.merged_into_contact_id ? await followMerges(claim) : first,
      };
    }),
  );
}

/** The current guest cards of some addresses, after merges. */
async function cardsOf(store_id: string, emails: readonly string[]) {
  const ids = await sideBySide(emails.map((email) => cardId(store_id, email)));
  const found = await contacts.batchGet(ids.map((id) => ({ store_id, id })));
  const byId = new Map(found.map((card) => [card.id, card]));
  return sideBySide(
    emails.map(async (email, index) => {
      const first = byId.get(ids[index] ?? "");
      const isJoined = Boolean(first?.merged_into_contact_id);
      return { email, contact: isJoined ? (await customersOfAddress(store_id, email)).card : first };
    }),
  );
}
