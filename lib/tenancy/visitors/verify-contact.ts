import { type Context, visitor } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announce, enqueue, isUnchanged } from "#core/events.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import { AUTH } from "#lib/tenancy/codes/errors.ts";
import { type CodeAnswer, redeemCode } from "#lib/tenancy/codes/service.ts";
import { claimAddress, followMerges } from "./addresses.ts";
import { changeContact } from "./change-contact.ts";
import { newContact } from "./contact.ts";
import { joinedContact, mergedAwayContact } from "./merged-contact.ts";
import { MoveJoined } from "./messages.ts";
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
    const asker = id === undefined ? undefined : await unmergedContact(ctx, storeId, id);
    const claim = await contactEmails.find({ store_id: storeId, email }, ctx);
    const known = claim && (await followMerges(claim));
    if (!asker && !known) throw AUTH.CODE_INVALID();
    // A session of a contact that became another one by a proof stays apart from that one: what it proves is its own.
    const own = asker?.merged_into_contact_id ? undefined : asker;
    const proven =
      known && known.id !== own?.id
        ? await becomeKnown(ctx, known, own)
        : proveOwnAddress(ctx, storeId, own, email, claim);
    const earlier = [...(caller?.former ?? []), id].filter((each) => each !== undefined);
    const former = [...new Set(earlier)].filter((each) => each !== proven.contact.id).slice(-MAX_FORMER_IDS);
    const { session, token } = startSession(ctx, storeId, proven.contact.id, former);
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

/** The caller becomes a contact of the store that has proven the address before. What it had moves to that one. */
async function becomeKnown(
  ctx: Context,
  known: Stored<Contact>,
  own: Stored<Contact> | undefined,
): Promise<ProofResult> {
  // Deleted or merged meanwhile, it must get no session and no records any more.
  if (!own) return { contact: known, writes: [contacts.check(known)] };
  const { store_id, id } = own;
  const ids = own.merging_ids.map((each) => ({ store_id, id: each }));
  const merging = (await contacts.batchGet(ids, ctx)).filter((each) => each.merged_into_contact_id === id);
  const merged = { ...mergedAwayContact(ctx.now(), own, known.id), joined_at: null };
  const left = changeContact(ctx, "contact.updated", own, merged);
  const { contact, writes } = joinToKnown(ctx, known, {
    ...own,
    merging_ids: merging.map((each) => each.id),
  });
  // Merges into the caller's contact that are not finished go on as merges into the known one.
  const changed = merging.flatMap(
    (each) => changeContact(ctx, [], each, { ...each, merged_into_contact_id: known.id }).writes,
  );
  const moving = [id, ...merging.map((each) => each.id)].map((from) =>
    enqueue(ctx, MoveJoined, { tenant_id: store_id, into: known.id, from }),
  );
  return { contact, writes: [...writes, ...left.writes, ...changed, ...moving] };
}

/** Adds to a known contact what the store knows of the contact that turned out to be the same person. */
function joinToKnown(
  ctx: Context,
  known: Stored<Contact>,
  gone: Contact,
): { contact: Contact; writes: Write[] } {
  const merging_ids = [...known.merging_ids, ...gone.merging_ids];
  const joined = { ...joinedContact(known, gone), merging_ids };
  if (isUnchanged(known, joined)) return { contact: known, writes: [contacts.check(known)] };
  const after = { ...joined, updated_at: ctx.now() };
  const { record, writes } = changeContact(ctx, "contact.updated", known, after);
  return { contact: record, writes };
}

/** The caller's contact, or a new one, proves an address that no contact of the store has proven. */
function proveOwnAddress(
  ctx: Context,
  storeId: string,
  own: Stored<Contact> | undefined,
  email: string,
  claim: Stored<ContactEmail> | undefined,
): ProofResult {
  const before = own ?? newContact(ctx, storeId, {});
  const proven = withProvenAddress(before, email, ctx.now());
  const { id } = before;
  const changed = own
    ? changeContact(ctx, "contact.updated", own, proven)
    : {
        record: proven,
        writes: [contacts.create(proven), announce(ctx, "contact.created", contacts, proven)],
      };
  const address = { store_id: storeId, email, contact_id: id };
  const claims = claim?.contact_id === id ? undefined : claimAddress(address, claim);
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
