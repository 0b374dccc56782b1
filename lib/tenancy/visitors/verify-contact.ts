import { type Context, visitor } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce, enqueue } from "#core/events.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import { AUTH } from "#lib/tenancy/codes/errors.ts";
import { type CodeAnswer, redeemCode } from "#lib/tenancy/codes/service.ts";
import { claimAddress, followMerges } from "./addresses.ts";
import { changeContact } from "./change-contact.ts";
import { newContact } from "./contact.ts";
import { combinedContact, mergedAwayContact, mergedContact } from "./merged-contact.ts";
import { MoveJoined } from "./messages.ts";
import type { Contact, VerifiedContact } from "./schema.ts";
import { callerSession, startSession, viewSession } from "./session.ts";
import { type ContactEmail, contactEmails, contacts } from "./table.ts";
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
    const own = id === undefined ? undefined : await personOf(ctx, storeId, id);
    const claim = await contactEmails.find({ store_id: storeId, email }, ctx);
    const known = claim && (await followMerges(claim));
    const proven =
      known && known.id !== own?.id
        ? mergeIntoKnown(ctx, known, own)
        : proveOwnAddress(ctx, own ?? unknownAsker(), email, claim);
    const { session, token } = startSession(
      ctx,
      storeId,
      proven.contact.id,
      formerIds(ctx, [id, own?.id], proven.contact.id),
    );
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
  writes: (Write | false | undefined)[];
}

function unknownAsker(): never {
  throw AUTH.CODE_INVALID();
}

/** The earlier contacts of a session, which its next one stores. */
function formerIds({ actor }: Context, further: readonly (string | undefined)[], current: string): string[] {
  const earlier = actor.kind === "visitor" ? actor.former : [];
  const all = [...earlier, ...further].filter((id) => id !== undefined && id !== current);
  return [...new Set(all as string[])].slice(-MAX_FORMER_IDS);
}

/** The caller becomes a known contact of the store, which has proven the email address before. */
function mergeIntoKnown(ctx: Context, known: Stored<Contact>, own: Stored<Contact> | undefined): ProofResult {
  if (!own) return { contact: known, writes: [contacts.check(known)] };
  const now = ctx.now();
  const { store_id, id: from, verified } = own;
  // An address that was only typed may be another person's.
  const said = verified ? own : { ...own, email: null };
  const combined = verified ? mergedContact(now, known, said) : combinedContact(known, said);
  const { record, writes } = changeContact(ctx, "contact.updated", known, combined);
  const left = changeContact(ctx, "contact.updated", own, mergedAwayContact(now, own, known.id, null));
  return {
    contact: record,
    writes: [
      // Its deletion or merge would not end a session that is stored only now.
      ...(writes.length > 0 ? writes : [contacts.check(known)]),
      ...left.writes,
      verified && enqueue(ctx, MoveJoined, { tenant_id: store_id, into: known.id, from }),
    ],
  };
}

/** The contact of a session, or the one that it became. A merge by staff ends sessions, even those that still exist. */
async function personOf(ctx: Context, store_id: string, id: string): Promise<Stored<Contact>> {
  const contact = await contacts.get({ store_id, id }, GENERAL.NOT_FOUND(), ctx);
  if (contact.joined_at !== null) throw GENERAL.UNAUTHENTICATED();
  return (contact.merged_into_contact_id && (await followMerges({ store_id, contact_id: id }))) || contact;
}

function proveOwnAddress(
  ctx: Context,
  contact: Stored<Contact>,
  email: string,
  claim: Stored<ContactEmail> | undefined,
): ProofResult {
  const changed = changeContact(
    ctx,
    "contact.updated",
    contact,
    withProvenAddress(contact, email, ctx.now()),
  );
  const own = { store_id: contact.store_id, email, contact_id: contact.id };
  const claims = claim?.contact_id === contact.id ? undefined : claimAddress(own, claim);
  return { contact: changed.record, writes: [...changed.writes, claims] };
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
