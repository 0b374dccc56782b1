// Indexes orders, bookings and subscriptions under their customers, and creates customers for them.

import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announce, announceChange } from "#core/events.ts";
import { newRecord } from "#core/records/record.ts";
import { DAY } from "#core/seconds.ts";
import { followMerges } from "./addresses.ts";
import { isCardId } from "./card-id.ts";
import { withConsents } from "./consents.ts";
import { customersOfAddress } from "./customers-of-address.ts";
import { type Consent, Contact } from "./schema.ts";
import { contacts } from "./table.ts";

/** Most orders and bookings whose ids a guest card stores. */
const MAX_VISITS = 20;

/** An order, booking or subscription, with what it says about the customer. */
interface Visit extends Pick<Contact, "store_id" | "name" | "language"> {
  id: string;
  /** The current customer of the record. */
  customer_id: string;
  email: string | null;
  at: number;
  kind: "order" | "booking" | "subscription";
  /** Consents given with it. */
  consents?: readonly Consent[];
}

interface IndexedVisit {
  /** The customer to which the record belongs now. */
  customer_id: string;
  /** Writes that change the customer, and fail if it was merged meanwhile. */
  writes: Write[];
  /** Whether the customer is unchanged, so that an indexed record needs no write. */
  isKnown: boolean;
}

/** Finds the customer of a visit, with the writes to create or update it; `undefined` if deleted. */
export async function indexVisit(ctx: Context, visit: Visit): Promise<IndexedVisit | undefined> {
  const { store_id, customer_id: id } = visit;
  const found = await contacts.find({ store_id, id }, ctx);
  // A deleted contact is not created again; its records are being anonymized.
  if (!found) return isCardId(id) ? newCustomer(ctx, visit, id) : undefined;
  if (!found.merged_into_contact_id) return knownCustomer(ctx, found, visit);
  // Records from before a merge belong to the surviving customer, later ones to the next card of the address.
  const { is_card, joined_at, updated_at } = found;
  const isEarlier = !is_card || visit.email === null || visit.at <= (joined_at ?? updated_at);
  const survivor = isEarlier ? await followMerges({ store_id, contact_id: id }) : undefined;
  if (survivor) return knownCustomer(ctx, survivor, visit);
  const { card, cardId } = await customersOfAddress(store_id, visit.email ?? "");
  return card ? knownCustomer(ctx, card, visit) : newCustomer(ctx, visit, cardId, id);
}

function newCustomer(ctx: Context, visit: Visit, id: string, first_card_id = id): IndexedVisit {
  const { store_id, email, at, kind } = visit;
  const known = newRecord(
    Contact,
    { email: null },
    {},
    {
      id,
      store_id,
      email,
      verified: false,
      status: "active",
      origin: kind === "booking" ? "booking" : "storefront",
      is_card: true,
      first_card_id,
      created_at: at,
      updated_at: ctx.now(),
    },
  );
  const contact = withVisit(known, visit);
  const event = announce(ctx, "contact.created", contacts, contact);
  return { customer_id: id, writes: [contacts.create(contact), event], isKnown: false };
}

function knownCustomer(
  ctx: Context,
  before: Awaited<ReturnType<typeof contacts.get>>,
  visit: Visit,
): IndexedVisit {
  const { writes } = announceChange(ctx, [], contacts, before, withVisit(before, visit));
  const isKnown = writes.length === 0;
  return { customer_id: before.id, writes: isKnown ? [contacts.check(before)] : writes, isKnown };
}

/**
 * The writes that remove a visit from a card. A card with no other visit, staff input or consent is
 * deleted.
 */
export async function unindexVisit(
  ctx: Context,
  { store_id, customer_id: id }: { store_id: string; customer_id: string | null },
  visitId: string,
): Promise<Write[]> {
  const card = id !== null && isCardId(id) ? await contacts.find({ store_id, id }, ctx) : undefined;
  if (!card?.visit_ids.includes(visitId)) return [];
  const visit_ids = card.visit_ids.filter((each) => each !== visitId);
  if (visit_ids.length > 0 || card.has_more_visits || isWorthKeeping(card))
    return announceChange(ctx, [], contacts, card, { ...card, visit_ids }).writes;
  return [contacts.remove(card), announce(ctx, "contact.deleted", contacts, card)];
}

/** Whether a card has input of staff, or consents. */
function isWorthKeeping({ origin, name, named_at, phone, ...written }: Contact): boolean {
  const { tags, notes, addresses, consents, merged_ids } = written;
  const isNamed = name !== null && named_at === null;
  const has = [tags, notes, addresses, consents, merged_ids].some(({ length }) => length > 0);
  return origin === "staff" || isNamed || phone !== null || has;
}

/** Adds what a visit says about the customer. A name given by staff stays; otherwise the newest visit's name counts. */
function withVisit(contact: Contact, { id, name, language, at, kind, consents = [] }: Visit): Contact {
  const isGiven = contact.name !== null && contact.named_at === null;
  const isNamed = name !== null && !isGiven && at >= (contact.named_at ?? 0);
  const needsNoId = !contact.is_card || contact.visit_ids.includes(id);
  const hasRoom = contact.visit_ids.length < MAX_VISITS;
  return {
    ...contact,
    ...(needsNoId || !hasRoom ? {} : { visit_ids: [...contact.visit_ids, id] }),
    has_more_visits: contact.has_more_visits || !(needsNoId || hasRoom),
    ...(isNamed ? { name, named_at: at } : {}),
    language: contact.language ?? language,
    consents: withConsents(
      contact.consents,
      consents.filter((each) => !hasConsent(contact, each)),
    ),
    last_seen_at: Math.max(contact.last_seen_at ?? 0, at - (at % DAY)),
    has_orders: contact.has_orders || kind === "order",
    is_customer: true,
  };
}

function hasConsent({ consents }: Contact, { channel, at, how }: Consent): boolean {
  return consents.some((each) => each.channel === channel && each.at === at && each.how === how);
}
