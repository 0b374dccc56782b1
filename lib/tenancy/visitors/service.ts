// Visitors of a shop: their sessions, and the proof of their email addresses.

import type * as z from "zod";
import { type Budget, spendBudget } from "#core/budget.ts";
import { type Context, visitor } from "#core/context.ts";
import { type DueWork, dueWork } from "#core/due/work.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Read } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { HOUR } from "#core/seconds.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import { issueCode } from "#lib/tenancy/codes/service.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { newContact } from "./contact.ts";
import type { Contact, ContactChallenge, IdentifiedContact, IdentifyContact } from "./schema.ts";
import { callerSession, startSession, viewSession } from "./session.ts";
import { contacts } from "./table.ts";
import { verificationPurpose } from "./verification.ts";

const SESSIONS_PER_IP: Budget = [120, HOUR];

/** The store and market that a visitor sees, from the store and the requested market. */
type PlaceOf<P> = (store: Business, market: string | undefined) => P;

/**
 * Starts a session for a visitor. A given address counts as proven once its code returns with this session or
 * the challenge.
 */
export async function identifyContact<P>(
  ctx: Context,
  storeId: string,
  { market, verify, ...sent }: z.output<typeof IdentifyContact>,
  placeOf: PlaceOf<P>,
): Promise<IdentifiedContact & P> {
  await spendBudget(ctx, "identify_per_ip", `${storeId}\n${ctx.ip}`, SESSIONS_PER_IP);
  const store = await getTenant(ctx, storeId);
  const contact = newContact(ctx, storeId, sent);
  const { session, token } = startSession(ctx, storeId, contact.id);
  const code =
    verify && sent.email
      ? await issueCode(ctx, verificationPurpose(storeId, store, languageFor(ctx, store)), sent.email, {
          asker: session.id,
        })
      : undefined;
  const answer: IdentifiedContact & P = {
    contact,
    token: viewSession(session, token),
    ...placeOf(store, market),
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
 * Sends a code to prove an email address. A caller without a session becomes a contact, and gets a session when
 * the code is confirmed.
 */
export async function requestContactCode<P>(
  ctx: Context,
  storeId: string,
  { email, market }: { email: string; market?: string | undefined },
  placeOf: PlaceOf<P>,
): Promise<ContactChallenge & P> {
  const caller = ctx.actor.kind === "visitor" ? ctx.actor : undefined;
  if (!caller) await spendBudget(ctx, "identify_per_ip", `${storeId}\n${ctx.ip}`, SESSIONS_PER_IP);
  const store = await getTenant(ctx, storeId);
  const contact = caller
    ? await contacts.get({ store_id: storeId, id: caller.id }, GENERAL.NOT_FOUND(), ctx)
    : newContact(ctx, storeId, { email });
  const by = caller ? { asker: caller.credentialId } : { holder: contact.id };
  const purpose = verificationPurpose(storeId, store, languageFor(ctx, store));
  const code = await issueCode(ctx, purpose, email, by);
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

export function getCurrentContact(ctx: Context, storeId: string): Promise<Contact> {
  return contacts.get({ store_id: storeId, id: visitor(ctx).id }, GENERAL.NOT_FOUND(), ctx);
}

/** Due work that calls `run` on unproven visitors with long-ended sessions. */
export function contactsDue(
  run: (ctx: Context, key: { store_id: string; id: string }) => Promise<void>,
): DueWork {
  return dueWork(contacts, run);
}

/** The read of a contact, for a batch with others. */
export function contactRead(storeId: string, id: string): Read<Stored<Contact>> {
  return contacts.read({ store_id: storeId, id });
}

/** Requires in a transaction that a contact is unchanged since it was read. */
export function checkContactUnchanged(contact: Stored<Contact>): Write {
  return contacts.check(contact);
}

export async function logoutContact(ctx: Context, storeId: string): Promise<void> {
  const session = await callerSession(ctx, storeId);
  await transact(ctx, [contactSessions.replace(session, { ...session, status: "revoked" })]);
}
