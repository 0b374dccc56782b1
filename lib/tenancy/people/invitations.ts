import { randomInt } from "node:crypto";
import type * as z from "zod";
import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announce, announceChange } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { businessName } from "#core/mail/address.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { newRecord } from "#core/records/record.ts";
import { hash, hintOf, newOpaqueToken, parseAddressedToken } from "#core/seal.ts";
import { DAY } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { TOKEN_PREFIX } from "#lib/tenancy/access/credentials.ts";
import { type Membership, memberships, PLATFORM_ID } from "#lib/tenancy/access/records.ts";
import { checkFeature, usageWrites } from "#lib/tenancy/plans/features.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { invitationEmail } from "./emails.ts";
import { TEAM, USER } from "./errors.ts";
import { invitationOrigin, linkTo } from "./links.ts";
import { type CreateInvitation, Invitation } from "./member-schema.ts";
import { findPersonByEmail, provenPerson } from "./person.ts";
import { checkMayGrant, mayInvite, parseRole, strongestRole } from "./roles.ts";
import { emailOf } from "./service.ts";
import { invitationPlaces, invitations, members, openInvitations } from "./table.ts";

const LINK_SECONDS = 7 * DAY;
const MAX_INVITATIONS = 100;
const PLACE_IDS = Array.from({ length: MAX_INVITATIONS }, (_, place) => String(place));

/** Invites an email address into a tenant. The mailed link works for seven days. */
export async function createInvitation(
  ctx: Context,
  tenantId: string,
  { role: named = "admin", roleIds = [], reserveDomain, ...sent }: z.output<typeof CreateInvitation>,
) {
  const { email } = sent;
  const role = strongestRole(roleIds.map(parseRole)) ?? parseRole(named);
  await checkMayGrant(ctx, tenantId, {}, role);
  const origin = invitationOrigin(reserveDomain);
  const tenant = await getTenant(ctx, tenantId);
  const ended = await findVoidInvitation(ctx, tenantId, email);
  const place = await pickUnusedPlace(ctx, tenantId);
  await checkFeature(ctx, tenantId, "members");
  const now = ctx.now();
  const id = newId("inv", ctx.clock());
  const token = newOpaqueToken(TOKEN_PREFIX.invitation, hintOf(tenantId, id));
  const expires_at = now + LINK_SECONDS;
  const invitation = newRecord(Invitation, {}, sent, {
    id,
    tenant_id: tenantId,
    role,
    token_hash: hash(token),
    status: "pending",
    invited_by: person(ctx).id,
    place,
    created_at: now,
    expires_at,
  });
  const link = linkTo(origin, "invitation", token, { businessId: tenantId });
  // The invited person's language is unknown; the store's is a better guess than the inviter's.
  const mail = invitationEmail(languageFor({}, tenant), businessName(tenant.name), role, link);
  const status = "PENDING" as const;
  return transact(
    ctx,
    [
      invitations.create(invitation),
      claimEmail({ tenant_id: tenantId, email, id, expires_at }, now, ended?.id),
      takePlace({ tenant_id: tenantId, place, expires_at }, now),
      ended && ended.expires_at > now && releasePlace(ended),
      announce(ctx, "invitation.created", invitations, invitation),
      await enqueueMail(ctx, email, mail, { tenant_id: tenantId }),
    ],
    { success: true as const, id, email, role, status, expiresAt: expires_at },
  );
}

/**
 * Accepts or rejects an invitation. The link proves the address, so no sign-in is needed; a signed-in caller
 * must be the invited person.
 */
export async function answerInvitation(
  ctx: Context,
  tenantId: string,
  { token, action }: { token: string; action: "ACCEPT" | "REJECT" },
) {
  const invitation = await invitationOf(ctx, tenantId, token);
  const isOther = ctx.actor.kind === "person" && !sameAddress(await emailOf(ctx.actor.id), invitation.email);
  if (isOther) {
    throw USER.UNAUTHORIZED({ problem: "the invitation is somebody else's" });
  }
  const status = action === "ACCEPT" ? ("accepted" as const) : ("rejected" as const);
  const answered = { ...invitation, status };
  const common: (Write | undefined)[] = [
    ...announceChange(ctx, "invitation.updated", invitations, invitation, answered).writes,
    ...(await closeWrites(invitation)),
  ];
  const joining = action === "ACCEPT" ? await membershipWrites(ctx, tenantId, invitation) : [];
  const word = action === "ACCEPT" ? ("ACCEPTED" as const) : ("REJECTED" as const);
  return transact(ctx, [...common, ...joining], { success: true as const, status: word });
}

/** The business and role of an invitation; `undefined` for an invalid link. */
export async function invitationOfLink(
  ctx: Context,
  tenantId: string,
  token: string,
): Promise<{ business: Business; role: string } | undefined> {
  const address = parseAddressedToken(TOKEN_PREFIX.invitation, ["store", "inv"], token);
  if (address?.owner !== tenantId) return undefined;
  const [invitation, business] = await sideBySide([
    invitations.find({ tenant_id: tenantId, id: address.record }, ctx),
    getTenant(ctx, tenantId),
  ]);
  if (!invitation || !isValid(ctx, invitation, token) || !(await mayInvite(invitation))) return undefined;
  return { business, role: invitation.role };
}

function isValid(ctx: Context, { status, expires_at, token_hash }: Invitation, token: string): boolean {
  return status === "pending" && expires_at > ctx.now() && token_hash === hash(token);
}

type OpenInvitation = Parameters<typeof openInvitations.create>[0];
type InvitationPlace = Parameters<typeof invitationPlaces.create>[0];

async function membershipWrites(
  ctx: Context,
  tenantId: string,
  { email, role }: Invitation,
): Promise<Write[]> {
  const { person: joined, writes } = await provenPerson(ctx, email);
  const membership: Membership = {
    tenant_id: role === "super" ? PLATFORM_ID : tenantId,
    person_id: joined.id,
    role,
    email,
    created_at: ctx.now(),
  };
  return [
    ...writes,
    memberships.create(membership, TEAM.ALREADY_MEMBER({ email })),
    ...(role === "super"
      ? []
      : [
          ...(await usageWrites(ctx, tenantId, "members")),
          announce(ctx, "member.created", members, membership),
        ]),
  ];
}

async function invitationOf(ctx: Context, tenantId: string, token: string): Promise<Stored<Invitation>> {
  const invalid = TEAM.INVITATION_INVALID();
  const address = parseAddressedToken(TOKEN_PREFIX.invitation, ["store", "inv"], token);
  if (address?.owner !== tenantId) throw invalid;
  const found = await invitations.get({ tenant_id: tenantId, id: address.record }, invalid, ctx);
  if (!isValid(ctx, found, token) || !(await mayInvite(found))) throw invalid;
  return found;
}

/**
 * The earlier invitation of an email address, if it is void because its sender lost the right to invite. Throws for an
 * open invitation, and for a member. Accepting ends the one and makes the other at once, so the invitation is read first.
 */
async function findVoidInvitation(
  ctx: Context,
  tenantId: string,
  email: string,
): Promise<Invitation | undefined> {
  const open = await openInvitations.find({ tenant_id: tenantId, email });
  const invited = await findPersonByEmail(email);
  const member = invited && (await memberships.find({ person_id: invited.id, tenant_id: tenantId }));
  if (member) throw TEAM.ALREADY_MEMBER({ email });
  const earlier = open && (await invitations.find({ tenant_id: tenantId, id: open.id }));
  if (earlier && !(await mayInvite(earlier))) return earlier;
  if (open && open.expires_at > ctx.now()) throw TEAM.INVITATION_PENDING({ email });
  return undefined;
}

// It is picked at random, so that concurrent invitations rarely conflict.
async function pickUnusedPlace(ctx: Context, tenantId: string): Promise<string> {
  const { records } = await invitationPlaces.query(invitationPlaces.partition({ tenant_id: tenantId }), {
    consistent: true,
  });
  const taken = new Set(
    records.filter(({ expires_at }) => expires_at > ctx.now()).map(({ place: used }) => used),
  );
  const free = PLACE_IDS.filter((each) => !taken.has(each));
  const place = free[randomInt(Math.max(1, free.length))];
  if (place === undefined) throw TEAM.FAILED_CREATE({ limit: MAX_INVITATIONS });
  return place;
}

function takePlace(taken: InvitationPlace, now: number): Write {
  return {
    ...invitationPlaces.put(taken),
    condition: { expression: "attribute_not_exists(pk) or expires_at <= :now", values: { ":now": now } },
    failure: "conflict",
  };
}

/** The writes that let an invitation's address be invited again. A newer invitation keeps the address and its place. */
export async function closeWrites(invitation: Invitation): Promise<(Write | undefined)[]> {
  const { tenant_id, email, id } = invitation;
  const open = await openInvitations.find({ tenant_id, email });
  return open?.id === id ? [openInvitations.remove(open), releasePlace(invitation)] : [];
}

/** The write that frees an invitation's place. */
function releasePlace({ tenant_id, place }: Invitation): Write | undefined {
  return place === undefined ? undefined : invitationPlaces.removeKey({ tenant_id, place });
}

// An earlier open invitation is replaced if it is expired or void.
function claimEmail(open: OpenInvitation, now: number, ended = ""): Write {
  return {
    ...openInvitations.put(open),
    condition: {
      expression: "attribute_not_exists(pk) or expires_at <= :now or id = :ended",
      values: { ":now": now, ":ended": ended },
    },
    failure: TEAM.INVITATION_PENDING({ email: open.email }),
  };
}
