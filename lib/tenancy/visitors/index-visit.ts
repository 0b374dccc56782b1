// Indexes orders, bookings and subscriptions under their customers, and creates customers for them.

import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announce, announceChange, enqueue } from "#core/events.ts";
import { newRecord } from "#core/records/record.ts";
import { DAY } from "#core/seconds.ts";
import { followMerges } from "./addresses.ts";
import { isCardId } from "./card-id.ts";
import { withConsents } from "./consents.ts";
import { customersOfAddress } from "./customers-of-address.ts";
import { ForgetFiled } from "./messages.ts";
import { type Consent, Contact } from "./schema.ts";
import { contacts } from "./table.ts";
import { cardDeletedAt } from "./withdrawn-addresses.ts";

/** Most orders and bookings whose ids a guest card stores. */
const MAX_VISITS = 20;

/** An order, booking or subscription, with what it says about the customer. */
interface Visit extends Pick<Contact, "store_id" | "name" | "language"> {
  id: string;
  /** Name of its record, by `recordName`. */
  record: string;
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
  const forgetting = await forgetEarlier(ctx, visit, found);
  if (forgetting) return forgetting;
  if (!found.merged_into_contact_id) return knownCustomer(ctx, found, visit);
  // Records from before a merge belong to the surviving customer, later ones to the next card of the address.
  const { is_card, joined_at, updated_at } = found;
  const isEarlier = !is_card || visit.email === null || visit.at <= (joined_at ?? updated_at);
  const survivor = isEarlier ? await followMerges({ store_id, contact_id: id }) : undefined;
  if (survivor) return knownCustomer(ctx, survivor, visit);
  const { card, cardId } = await customersOfAddress(store_id, visit.email ?? "");
  return card ? knownCustomer(ctx, card, visit) : newCustomer(ctx, visit, cardId, id);
}

async function newCustomer(
  ctx: Context,
  visit: Visit,
  id: string,
  first_card_id = id,
): Promise<IndexedVisit> {
  const forgetting = await forgetEarlier(ctx, visit, { id, created_at: undefined });
  if (forgetting) return forgetting;
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
      // A subscription may have begun before an earlier card was deleted.
      created_at: kind === "subscription" ? ctx.now() : at,
      updated_at: ctx.now(),
    },
  );
  const contact = withVisit(known, visit);
  const event = announce(ctx, "contact.created", contacts, contact);
  return { customer_id: id, writes: [contacts.create(contact), event], isKnown: false };
}

/** For a visit from before the deletion of its card: the write that removes its personal data. */
async function forgetEarlier(
  ctx: Context,
  { store_id, at, kind, record }: Visit,
  { id, created_at }: { id: string; created_at: number | undefined },
): Promise<IndexedVisit | undefined> {
  // A subscription may be confirmed long after it began. A card is younger than the deletion of the one before it.
  const isLate = isCardId(id) && kind !== "subscription" && (created_at === undefined || at <= created_at);
  if (!isLate || at > ((await cardDeletedAt(store_id, id)) ?? 0)) return undefined;
  const forget = enqueue(ctx, ForgetFiled, { tenant_id: store_id, record_id: id, records: [record] });
  return { customer_id: id, writes: [forget], isKnown: false };
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

/** Whether a contact that exists lists a visit. */
export async function isVisitOf(ctx: Context, store_id: string, id: string, visit: string): Promise<boolean> {
  return (await contacts.find({ store_id, id }, ctx))?.visit_ids.includes(visit) ?? false;
}

/** A visit that leaves its card. */
interface LeavingVisit {
  id: string;
  store_id: string;
  customer_id: string | null;
  contact_id: string | null;
  created_at: number;
}

/**
 * The writes that take a visit off a card, with the visitor's consents and the name that it gave. A card with no other
 * visit, staff input or consent is deleted. Also returns the decisions that go where the visit goes: those of the
 * visitor, and all withdrawals.
 */
export async function unindexVisit(
  ctx: Context,
  { id, store_id, customer_id, contact_id, created_at }: LeavingVisit,
): Promise<{ writes: Write[]; consents: Consent[] }> {
  const isOnCard = customer_id !== null && isCardId(customer_id);
  const card = isOnCard ? await contacts.find({ store_id, id: customer_id }, ctx) : undefined;
  if (!card) return { writes: [], consents: [] };
  const isTheirs = ({ actor }: Consent) => actor.type === "visitor" && actor.id === contact_id;
  const moving = card.consents.filter((each) => isTheirs(each) || each.state === "withdrawn");
  const visit_ids = card.visit_ids.filter((each) => each !== id);
  const hasVisits = visit_ids.length > 0 || card.has_more_visits;
  const after = {
    ...card,
    visit_ids,
    consents: card.consents.filter((each) => !isTheirs(each)),
    has_orders: hasVisits && card.has_orders,
    ...(card.named_at === created_at ? { name: null, named_at: null } : {}),
  };
  const isLast = card.visit_ids.includes(id) && !hasVisits;
  const writes =
    isLast && !isWorthKeeping(after)
      ? [contacts.remove(card), announce(ctx, "contact.deleted", contacts, card)]
      : announceChange(ctx, [], contacts, card, after).writes;
  return { writes, consents: moving };
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
