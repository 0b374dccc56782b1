import { type Context, person } from "#core/context.ts";
import { pageOfPartition } from "#core/dynamo/partition-page.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { GENERAL } from "#core/errors.ts";
import { enqueue } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { Purge } from "#core/queue/purge.ts";
import { hash, hintOf, newOpaqueToken } from "#core/seal.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { signAccessToken } from "#lib/tenancy/access/access-token.ts";
import { TOKEN_PREFIX } from "#lib/tenancy/access/credentials.ts";
import { isSessionValid, type Session, sessionStamps, sessions } from "#lib/tenancy/access/records.ts";
import type { Person, SignedIn } from "./schema.ts";

export const ACCESS_LIFETIME = HOUR;
export const ACCOUNT_REFRESH_LIFETIME = 7 * DAY;
/** Sessions ended in one transaction. */
const BATCH_SIZE = 50;

interface NewSession {
  /** The person as read; the transaction must commit on that version. */
  person: Pick<Person, "id" | "session_epoch">;
  provider: string;
  storeId?: string;
  guest?: boolean;
  verified: boolean;
  /** Seconds; null for a refresh token without expiry. */
  refreshLifetime: number | null;
}

/** Prepares a session: its write, and the answer of the sign-in. */
export async function startSession(
  ctx: Context,
  {
    person: { id: personId, session_epoch: epoch },
    provider,
    storeId,
    guest = false,
    verified,
    refreshLifetime,
  }: NewSession,
): Promise<{ write: Write; answer: SignedIn }> {
  const now = ctx.now();
  const id = newId("ses", ctx.clock());
  const refresh = newOpaqueToken(TOKEN_PREFIX.refresh, hintOf(personId, id));
  const session: Session = {
    id,
    person_id: personId,
    status: "active",
    epoch,
    provider,
    ...(storeId === undefined ? {} : { store_id: storeId }),
    guest,
    is_verified: verified,
    created_at: now,
    access_expires_at: now + ACCESS_LIFETIME,
    refresh_expires_at: refreshLifetime === null ? null : now + refreshLifetime,
    refresh_hash: hash(refresh),
    recent: [],
    rotations: 0,
    revoked_at: null,
    last_used_at: now,
    user_agent: ctx.userAgent,
  };
  return { write: sessions.create(session), answer: await signInAnswer(ctx, session, refresh) };
}

/** The caller's sessions, newest first. */
export async function listSessions(
  ctx: Context,
  query: { limit?: number | undefined; cursor?: string | undefined },
) {
  const { id } = person(ctx);
  const range = { ...query, prefix: sessions.prefix(), descending: true };
  const { items, cursor } = await pageOfPartition(sessions, sessions.partition({ person_id: id }), range, [
    ctx.operation,
    id,
  ]);
  const stamp = await sessionStamps.find({ person_id: id }, ctx);
  const over = (session: Session) => session.status === "active" && !isSessionValid(session, stamp);
  const shown = items.map((session) => (over(session) ? revokedSession(session, ctx.now()) : session));
  return { items: shown.map((session) => viewSession(session, ctx.now())), cursor };
}

/** Ends one of the caller's sessions. Its tokens stop working within a minute. */
export async function revokeSession(ctx: Context, id: string): Promise<void> {
  const session = await sessions.get({ person_id: person(ctx).id, id }, GENERAL.NOT_FOUND(), ctx);
  if (session.status === "revoked") return;
  await transact(ctx, [sessions.replace(session, revokedSession(session, ctx.now()))]);
}

/** The person in a new epoch, which voids earlier sessions. Write it together with `endSessions`. */
export function withNewEpoch(before: Person): Person {
  return { ...before, session_epoch: before.session_epoch + 1 };
}

/**
 * The writes that end all sessions of a person but one. Commit them with the person's new epoch, so that a
 * concurrent sign-in conflicts. A message marks the records afterwards.
 */
export function endSessions(ctx: Context, owner: Person, keeps: string | null = null): Write[] {
  return [
    sessionStamps.put({ person_id: owner.id, epoch: owner.session_epoch, keeps }),
    enqueue(ctx, Purge, { kind: "sessions", person_id: owner.id }),
  ];
}

/**
 * Marks sessions that the person's stamp has ended. Safe to interrupt and to repeat.
 *
 * @param until time in milliseconds at which to stop
 * @returns whether all are marked
 */
export async function revokeEndedSessions(ctx: Context, personId: string, until: number): Promise<boolean> {
  const stamp = await sessionStamps.find({ person_id: personId }, ctx);
  const partition = sessions.partition({ person_id: personId });
  let after: Record<string, unknown> | undefined;
  do {
    if (Date.now() >= until) return false;
    const page = await sessions.query(partition, { prefix: sessions.prefix(), limit: BATCH_SIZE, after });
    const over = page.records.filter((each) => each.status === "active" && !isSessionValid(each, stamp));
    await transact(
      ctx,
      over.map((session) => sessions.replace(session, revokedSession(session, ctx.now()))),
    );
    after = page.after;
  } while (after);
  return true;
}

export function revokedSession(session: Session, now: number): Session {
  return { ...session, status: "revoked", revoked_at: now };
}

/** `expired` when the refresh token can no longer be used. */
function statusOf(
  { status, refresh_expires_at }: Pick<Session, "status" | "refresh_expires_at">,
  now: number,
): "active" | "revoked" | "expired" {
  if (status === "revoked") return "revoked";
  return refresh_expires_at !== null && refresh_expires_at <= now ? "expired" : "active";
}

function viewSession(session: Session, now: number) {
  const {
    id,
    access_expires_at,
    refresh_expires_at,
    is_verified,
    created_at,
    revoked_at,
    last_used_at,
    user_agent,
  } = session;
  const status = statusOf(session, now);
  return {
    id,
    status,
    access_expires_at,
    refresh_expires_at,
    is_verified,
    created_at,
    revoked_at,
    last_used_at,
    user_agent,
  };
}

export async function signInAnswer(ctx: Context, session: Session, refreshToken: string): Promise<SignedIn> {
  const now = ctx.now();
  const expires = now + ACCESS_LIFETIME;
  const access_token = await signAccessToken({
    sub: session.person_id,
    provider: session.provider,
    sid: session.id,
    iss: env("PUBLIC_URL"),
    iat: now,
    exp: expires,
    ...(session.store_id === undefined ? {} : { store: session.store_id }),
  });
  return {
    id: session.id,
    access_token,
    refresh_token: refreshToken,
    token_type: "Bearer",
    access_expires_at: expires,
    refresh_expires_at: session.refresh_expires_at,
    expires_at: expires,
    created_at: session.created_at,
    is_verified: session.is_verified,
    status: "active",
    accessToken: access_token,
    refreshToken,
    expiresAt: expires,
  };
}
