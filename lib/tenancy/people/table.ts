import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { declareEvents } from "#core/events.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { type Membership, memberships } from "#lib/tenancy/access/records.ts";
import { INVITATION_EVENTS, MEMBER_EVENTS } from "./events.ts";
import { Invitation, InvitationEvent, MemberEvent } from "./member-schema.ts";
import { Person } from "./schema.ts";

export const people = entity({
  name: "person",
  schema: Person,
  pk: "PERSON#{id}",
  sk: "PERSON",
  indexes: { list: "PEOPLE", by_key: "{email}#{id}", by_updated: "{updated_at}#{id}" },
  packed: ["business_user_configs"],
  indexedIf: ({ email }) => email !== null,
  ttl: ({ expires_at }) => expires_at ?? undefined,
  deletion: { tenant: "unaffected", person: "partition" },
});

/** Assigns a proven email address to one person. */
export const personEmails = entity({
  name: "person_email",
  schema: z.object({ email: z.string(), person_id: z.string() }),
  pk: "EMAIL#{email}",
  sk: "EMAIL",
  deletion: { tenant: "unaffected", person: { job: "emails" } },
});

/** Stored in the email address's partition, so that a sign-in does one query for every address, known or not. */
export const passwords = entity({
  name: "password",
  schema: z.object({ email: z.string(), person_id: z.string(), hash: z.string(), changed_at: z.int() }),
  pk: "EMAIL#{email}",
  sk: "PASSWORD",
  deletion: { tenant: "unaffected", person: { job: "emails" } },
});

/**
 * An unconfirmed email address with a password. It has no effect until the mailed link is used, and is deleted when
 * somebody proves the address otherwise.
 */
export const registrations = entity({
  name: "registration",
  schema: z.object({
    email: z.string(),
    name: z.string(),
    password_hash: z.string(),
    token_hash: z.string(),
    created_at: z.int(),
    expires_at: z.int(),
  }),
  pk: "EMAIL#{email}",
  sk: "REGISTRATION",
  ttl: (registration) => registration.expires_at + HOUR,
  deletion: { tenant: "unaffected", person: { job: "emails" } },
});

export const mailedLinks = entity({
  name: "link",
  schema: z.object({
    hash: z.string(),
    kind: z.enum(["confirm", "reset"]),
    email: z.string(),
    created_at: z.int(),
    expires_at: z.int(),
  }),
  pk: "LINK#{hash}",
  sk: "LINK",
  ttl: (link) => link.expires_at,
  deletion: { tenant: "expires", person: "expires" },
});

/** Finds the person of an external identity, by the hash of issuer and subject. */
export const identities = entity({
  name: "identity",
  schema: z.object({ subject: z.string(), provider: z.string(), person_id: z.string() }),
  pk: "IDENTITY#{subject}",
  sk: "IDENTITY",
  deletion: { tenant: "unaffected", person: { job: "identities" } },
});

/** A sign-in through an identity provider: first stored under its state, then under our code. */
export const loginFlows = entity({
  name: "sign_in_flow",
  schema: z.object({
    hash: z.string(),
    stage: z.enum(["started", "returned"]),
    origin: z.string(),
    redirect: z.string(),
    /** Hash of the starting browser's secret; null without one. */
    challenge: z.string().nullable().default(null),
    /** State, nonce and verifier; later also the provider's response. */
    sealed: z.string(),
    created_at: z.int(),
    expires_at: z.int(),
  }),
  pk: "FLOW#{hash}",
  sk: "FLOW",
  ttl: (flow) => flow.expires_at,
  deletion: { tenant: "expires", person: "expires" },
});

/** The identity provider's token of a session, stored encrypted, so that the logout can revoke it. */
export const externalTokens = entity({
  name: "external_token",
  schema: z.object({ person_id: z.string(), session_id: z.string(), sealed: z.string() }),
  pk: "PERSON#{person_id}",
  sk: "EXTERNAL#{session_id}",
  deletion: { tenant: "unaffected", person: "partition" },
});

/** An invitation into a tenant. The mailed token contains its id. */
export const invitations = entity({
  name: "invitation",
  schema: Invitation,
  pk: "TENANT#{tenant_id}#INVITATION",
  sk: "{id}",
  tenant: "tenant_id",
  announces: { events: INVITATION_EVENTS, shows: InvitationEvent },
  ttl: (invitation) => invitation.expires_at + 30 * DAY,
  deletion: { tenant: "partition", person: "expires" },
});

/** A numbered place for one open invitation, of which each tenant has a limited number. */
export const invitationPlaces = entity({
  name: "invitation_place",
  schema: z.object({ tenant_id: z.string(), place: z.string(), expires_at: z.int() }),
  pk: "TENANT#{tenant_id}#INVITATION_PLACE",
  sk: "{place}",
  tenant: "tenant_id",
  ttl: (taken) => taken.expires_at,
  deletion: { tenant: "partition", person: "expires" },
});

/** Prevents two open invitations of one email address into one tenant. */
export const openInvitations = entity({
  name: "open_invitation",
  schema: z.object({ tenant_id: z.string(), email: z.string(), id: z.string(), expires_at: z.int() }),
  pk: "TENANT#{tenant_id}#INVITED",
  sk: "{email}",
  tenant: "tenant_id",
  ttl: (open) => open.expires_at,
  deletion: { tenant: "partition", person: "expires" },
});

export const members = declareEvents(memberships, {
  events: MEMBER_EVENTS,
  resource: "member",
  id: "person_id",
  shows: MemberEvent,
  view: ({ tenant_id, person_id, role, created_at }: Membership) => ({
    account_id: person_id,
    store_id: tenant_id,
    role,
    joined_at: created_at,
  }),
});
