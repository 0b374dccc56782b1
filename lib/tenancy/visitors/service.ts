// Visitors of a shop: their sessions, and what they prove about themselves.

import { type Budget, spend } from "#core/budget.ts";
import { type Context, visitor } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Read } from "#core/dynamo/together.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce, change } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { businessName } from "#core/mail/address.ts";
import { hash } from "#core/seal.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import type { Language } from "#core/texts/language.ts";
import { newCredential, PREFIX } from "#lib/tenancy/access/credentials.ts";
import { type ContactSession, contactSessions } from "#lib/tenancy/access/records.ts";
import { AUTH } from "#lib/tenancy/codes/errors.ts";
import { type Answered, issueCode, type Purpose, redeemCode } from "#lib/tenancy/codes/service.ts";
import { contactLetter } from "#lib/tenancy/people/letters.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { claiming, contactBehind } from "./addresses.ts";
import type { Contact, ContactChallenge, Identified, VerifiedContact } from "./schema.ts";
import { type ContactEmail, contactEmails, contacts } from "./table.ts";

const SESSION_LIFETIME = 30 * DAY;
/** Seconds without a change after which a visitor is forgotten whose address was never proven: twice a session. */
const IDLE = 2 * SESSION_LIFETIME;
const PER_IP: Budget = [120, HOUR];
/** Contacts that a session remembers to have been before: what they had is the known contact's. */
const MAX_FORMER = 5;

interface Identify {
  market?: string | undefined;
  email?: string | undefined;
  verify?: boolean | undefined;
}

/**
 * Gives a visitor of a store a session of its own. An address that is given is only noted: it is the visitor's once a
 * code sent to it comes back.
 */
export async function identifyContact(ctx: Context, storeId: string, input: Identify): Promise<Identified> {
  await spend(ctx, "identify_per_ip", `${storeId}\n${ctx.ip}`, PER_IP);
  const store = await getTenant(ctx, storeId);
  const contact = newContact(ctx, storeId, input.email ?? null);
  const { session, token } = startSession(ctx, storeId, contact.id);
  const code =
    input.verify && input.email
      ? await issueCode(ctx, verification(storeId, store, languageFor(ctx, store)), input.email)
      : undefined;
  const answer: Identified = {
    contact,
    token: viewSession(session, token),
    ...placeOf(store, input.market),
    verification_challenge: code ? { challenge_id: code.challenge_id, expires_at: code.expires_at } : null,
    code_sent: code !== undefined,
  };
  return transact(
    ctx,
    [
      contacts.create(contact),
      contactSessions.create(session),
      announce(ctx, "contact.created", contacts, contact),
      ...(code?.writes ?? []),
    ],
    answer,
  );
}

/**
 * Sends a code to prove an address. A caller without a session becomes a contact of the store by it, and gets the
 * session with the answer to the code.
 */
export async function requestContactCode(
  ctx: Context,
  storeId: string,
  { email, market }: { email: string; market?: string | undefined },
): Promise<ContactChallenge> {
  const caller = ctx.actor.kind === "visitor" ? ctx.actor : undefined;
  if (!caller) await spend(ctx, "identify_per_ip", `${storeId}\n${ctx.ip}`, PER_IP);
  const store = await getTenant(ctx, storeId);
  const contact = caller
    ? await contacts.get({ store_id: storeId, id: caller.id }, GENERAL.NOT_FOUND())
    : newContact(ctx, storeId, email);
  const asked = caller ? { asker: caller.credentialId } : { holder: contact.id };
  const purpose = verification(storeId, store, languageFor(ctx, store));
  const code = await issueCode(ctx, purpose, email, asked);
  const { challenge_id, expires_at } = code;
  const begun = caller ? [] : [contacts.create(contact), announce(ctx, "contact.created", contacts, contact)];
  return transact(ctx, [...begun, ...code.writes], {
    sent: true as const,
    challenge_id,
    expires_at,
    contact,
    ...placeOf(store, market),
    token: null,
    verification_challenge: { challenge_id, expires_at },
  });
}

/**
 * Proves an address. A caller that has proven it before is the same contact, and a session that it had becomes that
 * contact's. The answer holds a new session.
 */
export async function verifyContact(
  ctx: Context,
  storeId: string,
  answered: Pick<Answered, "challenge_id" | "email" | "code">,
): Promise<VerifiedContact> {
  const caller = ctx.actor.kind === "visitor" ? ctx.actor : undefined;
  const { email, holder, writes } = await redeemCode(ctx, verification(storeId).scope, {
    ...answered,
    asker: caller?.credentialId,
  });
  const id = caller?.id ?? holder;
  const claim = await contactEmails.find({ store_id: storeId, email });
  const known = claim && claim.contact_id !== id ? await contactBehind(claim) : undefined;
  if (!id && !known) throw AUTH.CODE_INVALID();
  const proven =
    known && known.id !== id
      ? await joinKnown(ctx, storeId, known, id)
      : await proveOwn(ctx, storeId, id ?? "", email, claim);
  const { session, token } = startSession(ctx, storeId, proven.contact.id, proven.former);
  return transact(ctx, [...writes, ...proven.writes, contactSessions.create(session)], {
    ...proven.contact,
    contact: proven.contact,
    token: viewSession(session, token),
  });
}

interface Proven {
  contact: Contact;
  /** What the caller was before: the new session goes on with it. */
  former: readonly string[];
  writes: (Write | false | undefined)[];
}

// The contact that asked was somebody whom the store knows.
async function joinKnown(
  ctx: Context,
  storeId: string,
  known: Contact,
  id: string | undefined,
): Promise<Proven> {
  if (id === undefined) return { contact: known, former: [], writes: [] };
  const before = await contacts.get({ store_id: storeId, id }, GENERAL.NOT_FOUND());
  const merged = { ...before, merged_into_contact_id: known.id, updated_at: ctx.now() };
  const joined = change(ctx, "contact.updated", contacts, before, merged).writes;
  if (ctx.actor.kind !== "visitor") return { contact: known, former: [id], writes: joined };
  const session = await sessionOf(ctx, storeId);
  const former = [...new Set([...(session.former_contact_ids ?? []), id])].slice(-MAX_FORMER);
  const moved = { ...session, contact_id: known.id, former_contact_ids: former };
  return { contact: known, former, writes: [contactSessions.replace(session, moved), ...joined] };
}

async function proveOwn(
  ctx: Context,
  storeId: string,
  id: string,
  email: string,
  claim: Stored<ContactEmail> | undefined,
): Promise<Proven> {
  const contact = await contacts.get({ store_id: storeId, id }, GENERAL.NOT_FOUND());
  const proven = { ...contact, email, verified: true, updated_at: ctx.now() };
  const changed = change(ctx, "contact.updated", contacts, contact, proven);
  const own = { store_id: storeId, email, contact_id: id };
  const claims = claim?.contact_id === id ? undefined : claiming(own, claim);
  const former = ctx.actor.kind === "visitor" ? ctx.actor.former : [];
  return { contact: changed.record, former, writes: [...changed.writes, claims] };
}

/** The visitor as the store knows it. */
export function getCurrentContact(ctx: Context, storeId: string): Promise<Contact> {
  return contacts.get({ store_id: storeId, id: visitor(ctx).id }, GENERAL.NOT_FOUND());
}

/** Visitors as whom nobody can come back: their address was never proven, and their session is long over. */
export function idleContacts(ctx: Context, limit: number): Promise<{ store_id: string; id: string }[]> {
  return contacts.dueUntil(ctx.now() - IDLE, limit);
}

/** The read of a contact, to be made together with others. */
export function contactRead(storeId: string, id: string): Read<Stored<Contact>> {
  return contacts.read({ store_id: storeId, id });
}

/** Ends the visitor's session. */
export async function logoutContact(ctx: Context, storeId: string): Promise<void> {
  const session = await sessionOf(ctx, storeId);
  await transact(ctx, [contactSessions.replace(session, { ...session, status: "revoked" })]);
}

function newContact(ctx: Context, store_id: string, email: string | null): Contact {
  const now = ctx.now();
  const id = newId("con", ctx.clock());
  return { id, store_id, email, verified: false, status: "active", created_at: now, updated_at: now };
}

function viewSession({ id, created_at, expires_at }: ContactSession, token: string): Identified["token"] {
  return { id, token, status: "active", created_at, expires_at };
}

function placeOf({ id, key, name, timezone, configs }: Business, market: string | undefined) {
  return { store: { id, key, name, timezone }, market: marketOf(configs.markets ?? [], market) };
}

function sessionOf(ctx: Context, storeId: string) {
  const id = visitor(ctx).credentialId;
  return contactSessions.get({ store_id: storeId, id }, GENERAL.UNAUTHENTICATED());
}

function startSession(ctx: Context, store_id: string, contact_id: string, former: readonly string[] = []) {
  const id = newId("cses", ctx.clock());
  const token = newCredential(PREFIX.visitor, store_id, id);
  const created_at = ctx.now();
  const session: ContactSession = {
    id,
    store_id,
    contact_id,
    ...(former.length > 0 ? { former_contact_ids: [...former] } : {}),
    hash: hash(token),
    status: "active",
    created_at,
    expires_at: created_at + SESSION_LIFETIME,
  };
  return { session, token };
}

function marketOf(
  markets: { id: string; key?: string | undefined; currency: string }[],
  wanted: string | undefined,
) {
  const found = markets.find(({ id, key }) => wanted === id || wanted === key) ?? markets[0];
  return found ? { id: found.id, key: found.key ?? found.id, currency: found.currency } : null;
}

function verification(storeId: string, store?: Business, language: Language = "en"): Purpose {
  return {
    scope: `visitor:${storeId}`,
    letter: (code) => contactLetter(language, code, businessName(store?.name ?? "")),
  };
}
