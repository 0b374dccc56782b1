// What comes in is filed under a customer, who begins by it.

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

/** Orders and bookings that a card knows by their ids. */
const MAX_VISITS = 20;

/** An order or a booking, as far as it says something of who came. */
interface Visit extends Pick<Contact, "store_id" | "name" | "language"> {
  id: string;
  /** Under whom it is filed so far. */
  customer_id: string;
  email: string | null;
  at: number;
  kind: "order" | "booking" | "subscription";
  /** What was agreed to with it. */
  consents?: readonly Consent[];
}

interface Filed {
  /** Under whom it is filed from now on. */
  customer_id: string;
  /** Those of the customer: they demand that it has not become another one meanwhile. */
  writes: Write[];
  /** Whether the customer stays as it is: what is filed under it already needs no write at all. */
  isKnown: boolean;
}

/** The customer under whom a visit is filed, nobody where its contact was deleted, and the writes that make it one or say what is known since. */
export async function indexVisit(ctx: Context, visit: Visit): Promise<Filed | undefined> {
  const { store_id, customer_id: id } = visit;
  const found = await contacts.find({ store_id, id }, ctx);
  // A contact that is gone does not begin again: what it had is being taken off.
  if (!found) return isCardId(id) ? begun(ctx, visit, id) : undefined;
  if (!found.merged_into_contact_id) return seen(ctx, found, visit);
  // What came before a card was joined is of who it was joined into; what came since is of the card that follows.
  const { is_card, joined_at, updated_at } = found;
  const isEarlier = !is_card || visit.email === null || visit.at <= (joined_at ?? updated_at);
  const behind = isEarlier ? await followMerges({ store_id, contact_id: id }) : undefined;
  if (behind) return seen(ctx, behind, visit);
  const { card, cardId } = await customersOfAddress(store_id, visit.email ?? "");
  return card ? seen(ctx, card, visit) : begun(ctx, visit, cardId, id);
}

function begun(ctx: Context, visit: Visit, id: string, first_card_id = id): Filed {
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
  const told = announce(ctx, "contact.created", contacts, contact);
  return { customer_id: id, writes: [contacts.create(contact), told], isKnown: false };
}

function seen(ctx: Context, before: Awaited<ReturnType<typeof contacts.get>>, visit: Visit): Filed {
  const { writes } = announceChange(ctx, [], contacts, before, withVisit(before, visit));
  const isKnown = writes.length === 0;
  return { customer_id: before.id, writes: isKnown ? [contacts.check(before)] : writes, isKnown };
}

/**
 * The writes by which something is no longer filed under a card. One that was made by it alone, and of which staff wrote
 * nothing down, goes with it: nothing else speaks of who it was.
 */
export async function unindexVisit(
  ctx: Context,
  { store_id, customer_id: id }: { store_id: string; customer_id: string | null },
  visitId: string,
): Promise<Write[]> {
  const card = id !== null && isCardId(id) ? await contacts.find({ store_id, id }, ctx) : undefined;
  if (!card?.visit_ids.includes(visitId)) return [];
  const visit_ids = card.visit_ids.filter((each) => each !== visitId);
  if (visit_ids.length > 0 || card.has_more_visits || isStaffs(card))
    return announceChange(ctx, [], contacts, card, { ...card, visit_ids }).writes;
  return [contacts.remove(card), announce(ctx, "contact.deleted", contacts, card)];
}

/** Whether staff made a card, or wrote something down about it. */
function isStaffs({ origin, name, named_at, phone, ...written }: Contact): boolean {
  const { tags, notes, addresses, consents, merged_ids } = written;
  const isNamed = name !== null && named_at === null;
  const has = [tags, notes, addresses, consents, merged_ids].some(({ length }) => length > 0);
  return origin === "staff" || isNamed || phone !== null || has;
}

/** A customer with what a visit says; a name that staff gave stays, else that of the newest visit counts. */
function withVisit(contact: Contact, { id, name, language, at, kind, consents = [] }: Visit): Contact {
  const isGiven = contact.name !== null && contact.named_at === null;
  const isNamed = name !== null && !isGiven && at >= (contact.named_at ?? 0);
  const isKnown = !contact.is_card || contact.visit_ids.includes(id);
  const hasRoom = contact.visit_ids.length < MAX_VISITS;
  return {
    ...contact,
    ...(isKnown || !hasRoom ? {} : { visit_ids: [...contact.visit_ids, id] }),
    has_more_visits: contact.has_more_visits || !(isKnown || hasRoom),
    ...(isNamed ? { name, named_at: at } : {}),
    language: contact.language ?? language,
    consents: withConsents(
      contact.consents,
      consents.filter((each) => !isKnownOf(contact, each)),
    ),
    last_seen_at: Math.max(contact.last_seen_at ?? 0, at - (at % DAY)),
    has_orders: contact.has_orders || kind === "order",
    is_customer: true,
  };
}

function isKnownOf({ consents }: Contact, { channel, at, how }: Consent): boolean {
  return consents.some((each) => each.channel === channel && each.at === at && each.how === how);
}
