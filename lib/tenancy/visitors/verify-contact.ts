import { type Context, visitor } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
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
import { unmergedContact } from "./unmerged-contact.ts";
import { verificationPurpose } from "./verification.ts";

/** Earlier contacts that a session remembers; their records now belong to the known contact. */
const MAX_FORMER_IDS = 5;

/** Proving an email address splits a session: one for the person, one for others who know the old token. */
export interface SessionSplit {
  storeId: string;
  /** The contact of the session before the split. */
  sharedContactId: string;
  /** The person's contact after the split: the shared one, unless a known contact has proven the address. */
  personContactId: string;
  /** The new contact of the old session. */
  sessionContactId: string;
}

/** The writes that divide a domain's records between the person and the old session. */
type SplitRecords = (ctx: Context, split: SessionSplit) => Promise<Write[]>;

/**
 * Proves an email address. If a known contact has proven it before, the caller becomes that contact. The answer has
 * a new session for the person; the old session continues as a new contact and sees nothing of the person.
 *
 * @param parts divides records between the person and the old session
 */
export async function verifyContact(
  ctx: Context,
  storeId: string,
  answered: Pick<CodeAnswer, "challenge_id" | "email" | "code">,
  parts: SplitRecords,
): Promise<VerifiedContact> {
  const caller = ctx.actor.kind === "visitor" ? ctx.actor : undefined;
  const { email, holder, writes } = await redeemCode(ctx, verificationPurpose(storeId).scope, {
    ...answered,
    asker: caller?.credentialId,
  });
  // A conflict is retried without comparing the code again, because that is allowed only five times.
  return withRetries(async () => {
    const id = caller?.id ?? holder;
    const claim = await contactEmails.find({ store_id: storeId, email }, ctx);
    const known = claim && (await followMerges(claim));
    if (!id && !known) throw AUTH.CODE_INVALID();
    const proven =
      known && known.id !== id
        ? await mergeIntoKnown(ctx, storeId, known, id)
        : await proveOwnAddress(ctx, storeId, id ?? "", email, claim);
    const { session, token } = startSession(ctx, storeId, proven.contact.id, proven.former);
    const left = caller ? await splitSession(ctx, storeId, proven.contact.id, parts) : [];
    return transact(ctx, [...writes, ...proven.writes, contactSessions.create(session), ...left], {
      ...proven.contact,
      contact: proven.contact,
      token: viewSession(session, token),
    });
  });
}

interface ProofResult {
  contact: Contact;
  /** Earlier contacts of the caller, which the new session keeps. */
  former: readonly string[];
  writes: (Write | false | undefined)[];
}

// A known contact of the store has proven the email address before.
async function mergeIntoKnown(
  ctx: Context,
  storeId: string,
  known: Stored<Contact>,
  id: string | undefined,
): Promise<ProofResult> {
  // Deleted or merged meanwhile, it must get no session and no records any more.
  const isThere = contacts.check(known);
  if (id === undefined) return { contact: known, former: [], writes: [isThere] };
  const before = await unmergedContact(ctx, storeId, id);
  const merged = { ...before, merged_into_contact_id: known.id, is_customer: false, updated_at: ctx.now() };
  const { writes } = changeContact(ctx, "contact.updated", before, merged);
  const earlier = ctx.actor.kind === "visitor" ? ctx.actor.former : [];
  return {
    contact: known,
    former: [...new Set([...earlier, id])].slice(-MAX_FORMER_IDS),
    writes: [isThere, ...writes],
  };
}

async function proveOwnAddress(
  ctx: Context,
  storeId: string,
  id: string,
  email: string,
  claim: Stored<ContactEmail> | undefined,
): Promise<ProofResult> {
  const contact = await unmergedContact(ctx, storeId, id);
  const proven = withProvenAddress(contact, email, ctx.now());
  const changed = changeContact(ctx, "contact.updated", contact, proven);
  const own = { store_id: storeId, email, contact_id: id };
  const claims = claim?.contact_id === id ? undefined : claimAddress(own, claim);
  const former = ctx.actor.kind === "visitor" ? ctx.actor.former : [];
  return { contact: changed.record, former, writes: [...changed.writes, claims] };
}

/** A contact with one more proven address: the newest is shown, the others stay proven. */
function withProvenAddress(contact: Contact, email: string, now: number): Contact {
  const before = contact.verified && contact.email ? [{ email: contact.email, verified: true }] : [];
  const others = [...contact.other_emails, ...before].filter((each) => !sameAddress(each.email, email));
  return { ...contact, email, verified: true, other_emails: others, is_customer: true, updated_at: now };
}

/** The writes that continue the old session as a new contact, because others may know its token. */
async function splitSession(
  ctx: Context,
  storeId: string,
  person: string,
  parts: SplitRecords,
): Promise<Write[]> {
  const session = await callerSession(ctx, storeId);
  const contact = newContact(ctx, storeId, {});
  const { former_contact_ids: _, ...kept } = session;
  const split = {
    storeId,
    sharedContactId: visitor(ctx).id,
    personContactId: person,
    sessionContactId: contact.id,
  };
  return [
    contacts.create(contact),
    announce(ctx, "contact.created", contacts, contact),
    contactSessions.replace(session, { ...kept, contact_id: contact.id }),
    ...(await parts(ctx, split)),
  ];
}
