// Who calls and what they may do: sessions, API tokens, visitor sessions, memberships.

import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { SIGNING_KEYS } from "#core/dynamo/layout.ts";
import { DAY } from "#core/seconds.ts";

/** A sign-in of a person. Its refresh token is checked against it, and revoking ends it. */
export const Session = z.object({
  id: z.string(),
  person_id: z.string(),
  status: z.enum(["active", "revoked"]),
  /** The person's epoch when it began. See `sessionStamps`. */
  epoch: z.int().default(0),
  provider: z.string(),
  /** The store to which the session is limited, if any. */
  store_id: z.string().optional(),
  guest: z.boolean(),
  is_verified: z.boolean(),
  created_at: z.int(),
  access_expires_at: z.int(),
  /** Null for a refresh token without expiry. */
  refresh_expires_at: z.int().nullable(),
  refresh_hash: z.string(),
  /** Refresh tokens that were just exchanged and still return the current one. */
  recent: z.array(z.object({ hash: z.string(), rotated_at: z.int() })),
  /** How often the refresh token was exchanged. */
  rotations: z.int(),
  revoked_at: z.int().nullable(),
  last_used_at: z.int(),
  user_agent: z.string(),
});
export type Session = z.output<typeof Session>;

export const sessions = entity({
  name: "session",
  schema: Session,
  pk: "PERSON#{person_id}",
  sk: "SESSION#{id}",
  ttl: (session) => (session.refresh_expires_at === null ? undefined : session.refresh_expires_at + 30 * DAY),
  deletion: { tenant: "unaffected", person: "partition" },
});

/**
 * Ends all sessions of a person at once: sessions of earlier epochs are invalid, except the one with the id
 * `keeps`. It is written with the change that ends them, so that no old session is valid beside a new password.
 */
const SessionStamp = z.object({ person_id: z.string(), epoch: z.int(), keeps: z.string().nullable() });
type SessionStamp = z.output<typeof SessionStamp>;

export const sessionStamps = entity({
  name: "session_stamp",
  schema: SessionStamp,
  pk: "PERSON#{person_id}",
  sk: "STAMP",
  deletion: { tenant: "unaffected", person: "partition" },
});

export function isSessionValid(
  { id, status, epoch }: Pick<Session, "id" | "status" | "epoch">,
  stamp: SessionStamp | undefined,
): boolean {
  return status === "active" && (!stamp || epoch >= stamp.epoch || id === stamp.keeps);
}

/** A long-lived credential of a person. Only its hash is stored. */
export const ApiToken = z.object({
  id: z.string(),
  person_id: z.string(),
  name: z.string(),
  hash: z.string(),
  token_hint: z.string(),
  /** `issued` by us, or `supplied` by the caller. */
  origin: z.enum(["issued", "supplied"]),
  status: z.enum(["active", "revoked"]),
  created_at: z.int(),
  expires_at: z.int().nullable(),
  last_used_at: z.int().nullable(),
});
export type ApiToken = z.output<typeof ApiToken>;

export const apiTokens = entity({
  name: "api_token",
  schema: ApiToken,
  pk: "PERSON#{person_id}",
  sk: "TOKEN#{id}",
  deletion: { tenant: "unaffected", person: "partition" },
});

/** Finds a supplied API key by its hash. Issued tokens contain the key of their record. */
export const apiKeys = entity({
  name: "api_key",
  schema: z.object({ hash: z.string(), person_id: z.string(), token_id: z.string() }),
  pk: "KEY#{hash}",
  sk: "KEY",
  deletion: { tenant: "unaffected", person: { job: "keys" } },
});

/** A person's role in a tenant. Members of the tenant `platform` are platform staff, with the role `super`. */
export const Membership = z.object({
  tenant_id: z.string(),
  person_id: z.string(),
  role: z.enum(["owner", "admin", "member", "viewer", "super"]),
  email: z.string(),
  created_at: z.int(),
});
export type Membership = z.output<typeof Membership>;

/** The tenant of the platform's own staff in memberships. */
export const PLATFORM_ID = "platform";

export const memberships = entity({
  name: "membership",
  schema: Membership,
  pk: "PERSON#{person_id}",
  sk: "MEMBER#{tenant_id}",
  indexes: {
    list: "TENANT#{tenant_id}#MEMBER",
    child: "TENANT#{tenant_id}#MEMBER#{role}",
    by_key: "{email}#{person_id}",
    by_updated: "{created_at}#{person_id}",
  },
  tenant: "tenant_id",
  deletion: { tenant: { job: "memberships" }, person: "partition" },
});

/**
 * A public key that verifies access tokens. Only sign-in functions may write it, by their IAM roles, so that
 * nobody else needs the secret.
 */
export const signingKeys = entity({
  name: "signing_key",
  schema: z.object({
    kid: z.string(),
    jwk: z.record(z.string(), z.string()),
    signed_at: z.int(),
    expires_at: z.int(),
  }),
  pk: SIGNING_KEYS,
  sk: "{kid}",
  ttl: ({ expires_at }) => expires_at,
  deletion: { tenant: "unaffected", person: "unaffected" },
});

/** Sort key prefix of store memberships, which excludes those of platform staff. */
export const STORE_MEMBERS = `${memberships.prefix()}store`;

/** Marks a deleted tenant, so that its records are hidden until they are deleted. */
export const tombstones = entity({
  name: "tombstone",
  schema: z.object({ tenant_id: z.string(), deleted_at: z.int() }),
  pk: "TOMBSTONE#{tenant_id}",
  sk: "TOMBSTONE",
  tenant: "tenant_id",
  deletion: { tenant: "unaffected", person: "unaffected" },
});

/** A storefront visitor's session with one store. */
export const ContactSession = z.object({
  id: z.string(),
  store_id: z.string(),
  contact_id: z.string(),
  /** Earlier contacts of this session, which were merged into a known contact. */
  former_contact_ids: z.array(z.string()).optional(),
  hash: z.string(),
  status: z.enum(["active", "revoked"]),
  created_at: z.int(),
  expires_at: z.int(),
});
export type ContactSession = z.output<typeof ContactSession>;

export const contactSessions = entity({
  name: "contact_session",
  schema: ContactSession,
  pk: "TENANT#{store_id}#CONTACT_SESSION#{id%8}",
  sk: "{id}",
  indexes: { child: "TENANT#{store_id}#CONTACT#{contact_id}#SESSION" },
  tenant: "store_id",
  ttl: (session) => session.expires_at,
  deletion: { tenant: "partition", person: "expires" },
});
