import { newCredential, PREFIX } from "#core/auth/credentials.ts";
import { type ContactSession, contactSessions } from "#core/auth/records.ts";
import { type Budget, spend } from "#core/budget.ts";
import { type Context, visitor } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Read } from "#core/dynamo/together.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce, change } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { businessName } from "#core/mail/address.ts";
import { hash } from "#core/seal.ts";
import type { Language } from "#core/texts/language.ts";
import { issueCode, type Purpose, redeemCode } from "#lib/tenancy/codes/service.ts";
import { contactLetter } from "#lib/tenancy/people/letters.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import type { Contact, Identified } from "./schema.ts";
import { contactEmails, contacts } from "./table.ts";

const SESSION_LIFETIME = 30 * 24 * 3600;
const PER_IP: Budget = [120, 3600];
/** Contacts that a session remembers to have been before: what they had is the known contact's. */
const MOST_FORMER = 5;

interface Identify {
  market?: string | undefined;
  email?: string | undefined;
  verify?: boolean | undefined;
}

/**
 * Gives a visitor of a store a session of its own. An address that is given is only noted: it is the visitor's once a
 * code sent to it comes back.
 */
export async function identify(ctx: Context, storeId: string, input: Identify): Promise<Identified> {
  await spend(ctx, "identify_per_ip", `${storeId}\n${ctx.ip}`, PER_IP);
  const store = await getTenant(ctx, storeId);
  const now = ctx.now();
  const contact: Contact = {
    id: newId("con", ctx.clock()),
    store_id: storeId,
    email: input.email ?? null,
    verified: false,
    status: "active",
    created_at: now,
    updated_at: now,
  };
  const { session, token } = startSession(ctx, storeId, contact.id);
  const code =
    input.verify && input.email
      ? await issueCode(ctx, verification(storeId, store, languageFor(ctx, store)), input.email)
      : undefined;
  const answer: Identified = {
    contact,
    token: { id: session.id, token, status: "active", created_at: now, expires_at: session.expires_at },
    store: { id: store.id, key: store.key, name: store.name, timezone: store.timezone },
    market: marketOf(store.configs.markets ?? [], input.market),
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

/** Sends the visitor a code to prove an address. */
export async function requestContactCode(ctx: Context, storeId: string, email: string) {
  visitor(ctx);
  const store = await getTenant(ctx, storeId);
  const { challenge_id, expires_at, writes } = await issueCode(
    ctx,
    verification(storeId, store, languageFor(ctx, store)),
    email,
  );
  return transact(ctx, writes, { sent: true as const, challenge_id, expires_at });
}

/** Proves the visitor's address. Who has proven it before is the same contact, and this session becomes theirs. */
export async function verifyContact(
  ctx: Context,
  storeId: string,
  answered: { challenge_id: string; code: string },
): Promise<Contact> {
  const caller = visitor(ctx);
  const { email, writes } = await redeemCode(ctx, verification(storeId).scope, answered);
  const owner = await contactEmails.find({ store_id: storeId, email });
  if (owner && owner.contact_id !== caller.id) {
    const known = await contacts.get({ store_id: storeId, id: owner.contact_id }, GENERAL.NOT_FOUND());
    const session = await sessionOf(ctx, storeId);
    const former = [...new Set([...(session.former_contact_ids ?? []), caller.id])].slice(-MOST_FORMER);
    const before = await contacts.get({ store_id: storeId, id: caller.id }, GENERAL.NOT_FOUND());
    const merged = { ...before, merged_into_contact_id: known.id, updated_at: ctx.now() };
    return transact(
      ctx,
      [
        ...writes,
        contactSessions.replace(session, { ...session, contact_id: known.id, former_contact_ids: former }),
        ...change(ctx, "contact.updated", contacts, before, merged).writes,
      ],
      known,
    );
  }
  const contact = await contacts.get({ store_id: storeId, id: caller.id }, GENERAL.NOT_FOUND());
  const proven = { ...contact, email, verified: true, updated_at: ctx.now() };
  const changed = change(ctx, "contact.updated", contacts, contact, proven);
  const claim = !owner && contactEmails.create({ store_id: storeId, email, contact_id: contact.id });
  return transact(ctx, [...writes, ...changed.writes, claim], changed.record);
}

/** The visitor as the store knows it. */
export function currentContact(ctx: Context, storeId: string): Promise<Contact> {
  return contacts.get({ store_id: storeId, id: visitor(ctx).id }, GENERAL.NOT_FOUND());
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

function sessionOf(ctx: Context, storeId: string) {
  const id = visitor(ctx).credentialId;
  return contactSessions.get({ store_id: storeId, id }, GENERAL.UNAUTHENTICATED());
}

function startSession(ctx: Context, store_id: string, contact_id: string) {
  const id = newId("cses", ctx.clock());
  const token = newCredential(PREFIX.visitor, store_id, id);
  const created_at = ctx.now();
  const session: ContactSession = {
    id,
    store_id,
    contact_id,
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
