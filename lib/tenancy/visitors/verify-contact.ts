import { type Context, visitor } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import { AUTH } from "#lib/tenancy/codes/errors.ts";
import { type CodeAnswer, redeemCode } from "#lib/tenancy/codes/service.ts";
import { claimAddress, followMerges } from "./addresses.ts";
import { changeContact } from "./change-contact.ts";
import { newContact } from "./contact.ts";
import type { Contact, VerifiedContact } from "./schema.ts";
import { callerSession, startSession, viewSession } from "./session.ts";
import { type ContactEmail, contactEmails, contacts } from "./table.ts";
import { verificationPurpose } from "./verification.ts";

/** Contacts that a session remembers to have been before: what they had is the known contact's. */
const MAX_FORMER = 5;

/** Where a proof parts two who had one session until then: the person, and whoever else knows its token. */
export interface SessionSplit {
  storeId: string;
  /** The contact that both were. */
  sharedContactId: string;
  /** Who the person is from then on; the same, unless the address led to another contact. */
  personContactId: string;
  /** A new contact, as whom the session goes on. */
  sessionContactId: string;
}

/** The writes that part what a domain keeps for visitors. */
type Parts = (ctx: Context, parting: SessionSplit) => Promise<Write[]>;

/**
 * Proves an address. A caller that has proven it before is the same contact. The answer holds a new session, with which
 * the person goes on. The session that asked for it becomes that of a new contact, who sees nothing of the person.
 *
 * @param parts what goes with the person, and what the session from before keeps
 */
export async function verifyContact(
  ctx: Context,
  storeId: string,
  answered: Pick<CodeAnswer, "challenge_id" | "email" | "code">,
  parts: Parts,
): Promise<VerifiedContact> {
  const caller = ctx.actor.kind === "visitor" ? ctx.actor : undefined;
  const { email, holder, writes } = await redeemCode(ctx, verificationPurpose(storeId).scope, {
    ...answered,
    asker: caller?.credentialId,
  });
  // Not the code but what changed meanwhile is looked at again: a code can be compared five times.
  return withRetries(async () => {
    const id = caller?.id ?? holder;
    const claim = await contactEmails.find({ store_id: storeId, email }, ctx);
    const known = claim && (await followMerges(claim));
    if (!id && !known) throw AUTH.CODE_INVALID();
    const proven =
      known && known.id !== id
        ? await joinKnown(ctx, storeId, known, id)
        : await proveOwn(ctx, storeId, id ?? "", email, claim);
    const { session, token } = startSession(ctx, storeId, proven.contact.id, proven.former);
    const left = caller ? await leave(ctx, storeId, proven.contact.id, parts) : [];
    return transact(ctx, [...writes, ...proven.writes, contactSessions.create(session), ...left], {
      ...proven.contact,
      contact: proven.contact,
      token: viewSession(session, token),
    });
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
  const before = await openContact(ctx, storeId, id);
  const merged = {
    ...before,
    merged_into_contact_id: known.id,
    is_customer: false,
    updated_at: ctx.now(),
  };
  const { writes } = changeContact(ctx, "contact.updated", before, merged);
  const earlier = ctx.actor.kind === "visitor" ? ctx.actor.former : [];
  return { contact: known, former: [...new Set([...earlier, id])].slice(-MAX_FORMER), writes };
}

/** A contact that can go on. The sessions of one that staff joined into another are over, also those that stand yet. */
async function openContact(ctx: Context, store_id: string, id: string): Promise<Stored<Contact>> {
  const contact = await contacts.get({ store_id, id }, GENERAL.NOT_FOUND(), ctx);
  if (contact.joined_at !== null) throw GENERAL.UNAUTHENTICATED();
  return contact;
}

async function proveOwn(
  ctx: Context,
  storeId: string,
  id: string,
  email: string,
  claim: Stored<ContactEmail> | undefined,
): Promise<Proven> {
  const contact = await openContact(ctx, storeId, id);
  const proven = provenBy(contact, email, ctx.now());
  const changed = changeContact(ctx, "contact.updated", contact, proven);
  const own = { store_id: storeId, email, contact_id: id };
  const claims = claim?.contact_id === id ? undefined : claimAddress(own, claim);
  const former = ctx.actor.kind === "visitor" ? ctx.actor.former : [];
  return { contact: changed.record, former, writes: [...changed.writes, claims] };
}

/** A contact that has proven one more address: the newest is shown, and the others go on leading to it. */
function provenBy(contact: Contact, email: string, now: number): Contact {
  const before = contact.verified && contact.email ? [{ email: contact.email, verified: true }] : [];
  const others = [...contact.other_emails, ...before].filter((each) => !sameAddress(each.email, email));
  return { ...contact, email, verified: true, other_emails: others, is_customer: true, updated_at: now };
}

/** The writes by which the session that asked goes on as somebody new: others may know its token. */
async function leave(ctx: Context, storeId: string, person: string, parts: Parts): Promise<Write[]> {
  const session = await callerSession(ctx, storeId);
  const contact = newContact(ctx, storeId, {});
  const { former_contact_ids: _, ...kept } = session;
  const parting = { storeId, before: visitor(ctx).id, person, left: contact.id };
  return [
    contacts.create(contact),
    announce(ctx, "contact.created", contacts, contact),
    contactSessions.replace(session, { ...kept, contact_id: contact.id }),
    ...(await parts(ctx, parting)),
  ];
}
