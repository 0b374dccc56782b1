import type { Actor } from "#core/context.ts";
import { cachedItems, TenantState, tenantKey } from "#core/dynamo/cache.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { GENERAL } from "#core/errors.ts";
import { hash, parseAddressedToken } from "#core/seal.ts";
import { verifyAccessToken } from "./access-token.ts";
import { TOKEN_PREFIX } from "./credentials.ts";
import {
  apiKeys,
  apiTokens,
  contactSessions,
  isSessionValid,
  memberships,
  PLATFORM_ID,
  sessionStamps,
  sessions,
  tombstones,
} from "./records.ts";
import type { AccessClaims } from "./token-shape.ts";

/** The credential of a request: the bearer token, or an API key, which takes precedence. */
export function credentialOf(headers: Record<string, string | undefined>): string | undefined {
  const key = headers["x-api-key"]?.trim();
  if (key) return key;
  const header = headers.authorization?.trim();
  if (!header) return undefined;
  const [scheme = "", token = "", ...more] = header.split(/\s+/);
  // An Authorization header of another form is a bad credential, not a missing one.
  return scheme.toLowerCase() === "bearer" && token && more.length === 0 ? token : "malformed";
}

/**
 * Authenticates a caller. Session, memberships and the tenant's state are read in one round trip and cached
 * for 30 s.
 *
 * @param credential from `credentialOf`; `undefined` for an anonymous caller
 * @param tenantId tenant in the path; its state is read here for the later authorization
 * @param now seconds
 * @throws GENERAL.UNAUTHENTICATED for an invalid credential
 */
export async function authenticate(
  credential: string | undefined,
  tenantId: string | undefined,
  now: number,
): Promise<Actor> {
  if (credential === undefined) {
    if (tenantId) await cachedItems(tenantItemKeys(tenantId), now);
    return { kind: "nobody" };
  }
  const actor = credential.startsWith(`${TOKEN_PREFIX.visitor}_`)
    ? await visitorActor(credential, now)
    : credential.split(".").length === 3
      ? await sessionActor(credential, tenantId, now)
      : await tokenActor(credential, tenantId, now);
  if (!actor) throw GENERAL.UNAUTHENTICATED();
  return actor;
}

export async function isDeleted(tenantId: string, now: number): Promise<boolean> {
  const [item] = await cachedItems([tombstoneKey(tenantId)], now);
  return item !== undefined;
}

/** Whether the public may read and buy from a tenant: it exists and is ACTIVE. Cached for 30 s. */
export async function isOpen(tenantId: string, now: number): Promise<boolean> {
  const [deleted, item] = await cachedItems(tenantItemKeys(tenantId), now);
  return deleted === undefined && item !== undefined && TenantState.parse(item).status === "ACTIVE";
}

/**
 * A person's role in a tenant; `undefined` if the person has none.
 *
 * @param asMember counts only a membership of the tenant itself, so that platform staff get no role
 */
export async function roleOf(
  personId: string,
  tenantId: string,
  now: number,
  asMember = false,
): Promise<"owner" | "admin" | "member" | "viewer" | "super" | undefined> {
  const [membership, platform] = await cachedItems(membershipKeys(personId, tenantId), now);
  if (platform && !asMember) return "super";
  return membership && memberships.parse(membership).role;
}

function tombstoneKey(tenantId: string) {
  return { ...tombstones.key({ tenant_id: tenantId }), absent: true };
}

function tenantItemKeys(tenantId: string) {
  return [tombstoneKey(tenantId), { ...tenantKey(tenantId), absent: true }];
}

function membershipKeys(personId: string, tenantId: string | undefined) {
  return [
    ...(tenantId ? [memberships.key({ person_id: personId, tenant_id: tenantId })] : []),
    { ...memberships.key({ person_id: personId, tenant_id: PLATFORM_ID }), absent: true },
  ];
}

async function sessionActor(
  token: string,
  tenantId: string | undefined,
  now: number,
): Promise<Actor | undefined> {
  const claims = await claimsOf(token, now);
  if (!claims) return undefined;
  const [found, stamped, ...items] = await cachedItems(
    [
      sessions.key({ person_id: claims.sub, id: claims.sid }),
      { ...sessionStamps.key({ person_id: claims.sub }), absent: true },
      ...membershipKeys(claims.sub, tenantId),
      ...(tenantId ? tenantItemKeys(tenantId) : []),
    ],
    now,
  );
  const session = found && sessions.parse(found);
  if (!session || !isSessionValid(session, stamped && sessionStamps.parse(stamped))) return undefined;
  const platform = items[tenantId ? 1 : 0];
  return {
    kind: "person",
    id: claims.sub,
    via: "session",
    credentialId: session.id,
    provider: session.provider,
    guest: session.guest,
    // A store-scoped session has no platform rights, because the store's own pages store its tokens.
    super: platform !== undefined && session.store_id === undefined,
    ...(session.store_id === undefined ? {} : { storeId: session.store_id }),
  };
}

const verifiedTokens = new Map<string, { claims: AccessClaims; at: number }>();
const MAX_VERIFIED = 1000;
/** Seconds after which a token is verified again: its key may have been revoked. */
const VERIFIED_SECONDS = 60;

async function claimsOf(token: string, now: number): Promise<AccessClaims | undefined> {
  const known = verifiedTokens.get(token);
  const isFresh = known && now >= known.at && now - known.at < VERIFIED_SECONDS;
  if (isFresh) return known.claims.exp > now ? known.claims : undefined;
  verifiedTokens.delete(token);
  const claims = await verifyAccessToken(token, env("PUBLIC_URL"), now);
  if (claims) {
    if (verifiedTokens.size >= MAX_VERIFIED) verifiedTokens.clear();
    verifiedTokens.set(token, { claims, at: now });
  }
  return claims;
}

async function tokenActor(
  value: string,
  tenantId: string | undefined,
  now: number,
): Promise<Actor | undefined> {
  const address = await tokenKeyOf(value, now);
  if (!address) return undefined;
  const items = await cachedItems(
    [
      apiTokens.key(address),
      ...membershipKeys(address.person_id, tenantId),
      ...(tenantId ? tenantItemKeys(tenantId) : []),
    ],
    now,
  );
  const token = items[0] && apiTokens.parse(items[0]);
  if (token?.status !== "active" || token.hash !== hash(value)) return undefined;
  if (token.expires_at !== null && token.expires_at <= now) return undefined;
  return {
    kind: "person",
    id: token.person_id,
    via: "token",
    credentialId: token.id,
    provider: "API",
    guest: false,
    super: items[tenantId ? 2 : 1] !== undefined,
  };
}

async function tokenKeyOf(
  value: string,
  now: number,
): Promise<{ person_id: string; id: string } | undefined> {
  const issued = parseAddressedToken(TOKEN_PREFIX.apiToken, ["acc", "tok"], value);
  if (issued) return { person_id: issued.owner, id: issued.record };
  if (value.length < 32 || value.length > 512) return undefined;
  const [item] = await cachedItems([apiKeys.key({ hash: hash(value) })], now);
  const key = item && apiKeys.parse(item);
  return key && { person_id: key.person_id, id: key.token_id };
}

async function visitorActor(value: string, now: number): Promise<Actor | undefined> {
  const address = parseAddressedToken(TOKEN_PREFIX.visitor, ["store", "cses"], value);
  if (!address) return undefined;
  const [item, deleted] = await cachedItems(
    [contactSessions.key({ store_id: address.owner, id: address.record }), ...tenantItemKeys(address.owner)],
    now,
  );
  if (deleted) return undefined;
  const session = item && contactSessions.parse(item);
  if (session?.status !== "active" || session.expires_at <= now || session.hash !== hash(value))
    return undefined;
  return {
    kind: "visitor",
    id: session.contact_id,
    former: session.former_contact_ids ?? [],
    storeId: session.store_id,
    credentialId: session.id,
  };
}

/** Seconds between two updates of a token's last use. */
const STAMP_INTERVAL = 60;
const MAX_STAMPED = 1000;
const stampTimes = new Map<string, number>();

/** Records the last use of an API token, at most once a minute. */
export async function stampLastUse(actor: Actor, now: number): Promise<void> {
  if (actor.kind !== "person" || actor.via !== "token") return;
  const last = stampTimes.get(actor.credentialId);
  if (last !== undefined && now >= last && now - last < STAMP_INTERVAL) return;
  if (stampTimes.size >= MAX_STAMPED) stampTimes.clear();
  stampTimes.set(actor.credentialId, now);
  const slots = { person_id: actor.id, id: actor.credentialId };
  await transact({ now: () => now, guards: undefined }, [
    apiTokens.update(slots, { set: { last_used_at: now } }, { expression: "attribute_exists(pk)" }),
  ]).catch(() => undefined);
}
