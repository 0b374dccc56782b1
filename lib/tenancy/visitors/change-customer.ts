// Changes to customers by staff.

import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { announce, announceChange, enqueue } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import { editContact } from "./change-contact.ts";
import { consentOf, withConsents } from "./consents.ts";
import type { CreateCustomer, CustomerView, UpdateCustomer } from "./customer-schema.ts";
import { customersOfAddress } from "./customers-of-address.ts";
import { CONTACT, stillMerging } from "./errors.ts";
import { mergedAwayContact } from "./merged-contact.ts";
import { MoveJoined } from "./messages.ts";
import { Contact } from "./schema.ts";
import { contacts } from "./table.ts";
import { unmergedCustomer } from "./unmerged-contact.ts";
import { viewCustomer } from "./view-customers.ts";

/** Creates a customer: the guest card of its email address, or a new record if it has none. */
export function createCustomer(
  ctx: Context,
  store_id: string,
  { consents, ...sent }: CreateCustomer,
): Promise<CustomerView> {
  return withRetries(async () => {
    const known = consents?.map((each) => consentOf(ctx, each)) ?? [];
    const email = sent.email ? sameAddress.key(sent.email) : null;
    const place = email
      ? await newCardIds(store_id, email)
      : { id: newId("con", ctx.clock()), first_card_id: null };
    const contact = newRecord(Contact, { email: null }, sent, {
      ...place,
      store_id,
      ...CARD_FIELDS,
      email,
      consents: withConsents([], known),
      created_at: ctx.now(),
      updated_at: ctx.now(),
    });
    const made = contacts.made(contact);
    return transact(
      ctx,
      [contacts.create(contact), announce(ctx, "contact.created", contacts, contact)],
      await viewCustomer(ctx, made),
    );
  });
}

const CARD_FIELDS = {
  verified: false,
  status: "active",
  origin: "staff",
  is_card: true,
  is_customer: true,
} as const;

/** A visitor's records and merges stay with its contact. */
const NO_RECORDS = { merged_ids: [], spent: {}, last_order_at: null, last_seen_at: null, has_orders: false };

/** The ids for a new guest card of an email address; throws if the address has a customer already. */
async function newCardIds(storeId: string, email: string) {
  const { proven, card, cardId, firstCardId } = await customersOfAddress(storeId, email);
  const taken = proven ?? card;
  if (taken) throw CONTACT.EMAIL_TAKEN({ email, reason: taken.id });
  return { id: cardId, first_card_id: firstCardId };
}

/** Changes the sent fields. An outdated `version` or a merged customer is a conflict. */
export function updateCustomer(
  ctx: Context,
  store_id: string,
  id: string,
  { version, email: sentEmail, ...sent }: UpdateCustomer,
): Promise<CustomerView> {
  return withRetries(async () => {
    const before = await unmergedCustomer(ctx, store_id, id);
    if (version !== undefined && version !== before.edits + 1) throw GENERAL.CONFLICT();
    const email = changedEmail(before, sentEmail);
    const renamed = sent.name === undefined ? {} : { named_at: null };
    const arrays = {
      ...(sent.tags === null ? { tags: [] } : {}),
      ...(sent.addresses === null ? { addresses: [] } : {}),
    };
    const after = changedRecord(Contact, before, sent, {
      ...renamed,
      ...arrays,
      is_customer: true,
      updated_at: ctx.now(),
    });
    if (email !== undefined) return moveToAddress(ctx, before, after, email);
    const { record, writes } = editContact(ctx, before, after);
    return transact(ctx, writes, await viewCustomer(ctx, record));
  });
}

/** The new email address; `undefined` if it stays. Throws if the customer has proven the old one. */
function changedEmail(
  { email, verified }: Contact,
  sent: string | null | undefined,
): string | null | undefined {
  if (sent === undefined || (sent ?? "") === (email ?? "") || (sent && email && sameAddress(sent, email)))
    return undefined;
  if (!verified) return sent === null ? null : sameAddress.key(sent);
  const message = "was proven by the customer, who alone can change it";
  throw invalidField("email", message);
}

/** A guest card belongs to its email address, so a new address needs a new card. An old card is merged into it. */
async function moveToAddress(
  ctx: Context,
  before: Stored<Contact>,
  after: Contact,
  email: string | null,
): Promise<CustomerView> {
  const { store_id } = before;
  const place = email
    ? await newCardIds(store_id, email)
    : { id: newId("con", ctx.clock()), first_card_id: null };
  const card: Contact = {
    ...after,
    ...CARD_FIELDS,
    origin: before.origin,
    ...place,
    email,
    created_at: before.created_at,
  };
  if (before.merging_ids.length > 0) throw stillMerging(before.id);
  if (!before.is_card) {
    const made = contacts.made({ ...card, ...NO_RECORDS });
    return transact(
      ctx,
      [contacts.create(made), announce(ctx, "contact.created", contacts, made), contacts.check(before)],
      await viewCustomer(ctx, made),
    );
  }
  // The records of the old card move to the new one.
  const merged = { merged_ids: [...before.merged_ids, before.id], merging_ids: [before.id] };
  const made = contacts.made({ ...card, ...merged });
  const left = announceChange(
    ctx,
    "contact.merged",
    contacts,
    before,
    mergedAwayContact(ctx.now(), before, card.id),
  );
  const moving = enqueue(ctx, MoveJoined, { tenant_id: store_id, into: card.id, from: before.id });
  return transact(
    ctx,
    [contacts.create(made), announce(ctx, "contact.created", contacts, made), ...left.writes, moving],
    await viewCustomer(ctx, made),
  );
}
