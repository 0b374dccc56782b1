import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { type ApiError, GENERAL } from "#core/errors.ts";
import { logger } from "#core/log.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { hash, hintOf, keyedHash, opaqueToken, parseAddressedToken } from "#core/seal.ts";
import { TOKEN_PREFIX } from "#lib/tenancy/access/credentials.ts";
import { isSessionValid, type Session, sessionStamps, sessions } from "#lib/tenancy/access/records.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import { sessionEndedEmail } from "./emails.ts";
import { USER } from "./errors.ts";
import { viewLogin } from "./login-result.ts";
import { GUEST_SECONDS } from "./person.ts";
import type { SignedIn } from "./schema.ts";
import { emailOf } from "./service.ts";
import { ACCESS_LIFETIME, ACCOUNT_REFRESH_LIFETIME, revokedSession, signInAnswer } from "./sessions.ts";
import { people } from "./table.ts";
import type { LoginResult } from "./user-schema.ts";

/** Seconds in which an exchanged token still returns its successor, for browser tabs that refresh at once. */
const GRACE_SECONDS = 30;
/** Recent exchanges that are stored. */
const MAX_RECENT = 20;
/** Most exchanges after which a token is recognized. */
const MAX_STEPS = 5000;

export async function refreshTokens(ctx: Context, token: string): Promise<SignedIn> {
  return (await refresh(ctx, token, GENERAL.UNAUTHENTICATED())).answer;
}

export async function refreshUser(ctx: Context, token: string): Promise<LoginResult> {
  const { session, answer } = await refresh(ctx, token, USER.FAILED_REFRESH_ACCESS_TOKEN());
  return viewLogin(session, answer);
}

/** The session of a current refresh token; `undefined` for any other text. */
export async function sessionOfRefreshToken(token: string): Promise<Stored<Session> | undefined> {
  const address = parseAddressedToken(TOKEN_PREFIX.refresh, ["acc", "ses"], token);
  const session = address && (await sessions.find({ person_id: address.owner, id: address.record }));
  return session?.refresh_hash === hash(token) ? session : undefined;
}

/**
 * Exchanges a refresh token for its successor. For 30 s a used token still returns the session's current one.
 * Later use means theft or a mistake: the session ends and its owner is notified (RFC 9700,
 * 4.14.2). Each successor is derived from its predecessor with a server key, so no usable token is stored,
 * and any old token of a session can be recognized.
 */
async function refresh(
  ctx: Context,
  token: string,
  refused: ApiError,
): Promise<{ session: Session; answer: SignedIn }> {
  const now = ctx.now();
  const address = parseAddressedToken(TOKEN_PREFIX.refresh, ["acc", "ses"], token);
  if (!address) throw refused;
  const [session, stamp] = await readTogether(
    [
      sessions.read({ person_id: address.owner, id: address.record }),
      sessionStamps.read({ person_id: address.owner }),
    ],
    ctx,
  );
  if (!session || !isSessionValid(session, stamp) || isExpired(session, now)) throw refused;
  const given = hash(token);
  if (given === session.refresh_hash) return rotate(ctx, session, token);
  const live = await currentTokenFrom(session, token);
  if (live === undefined) throw refused;
  const exchanged = session.recent.find((recent) => recent.hash === given);
  if (exchanged && now - exchanged.rotated_at <= GRACE_SECONDS) {
    return { session, answer: await signInAnswer(ctx, session, live) };
  }
  await endReused(ctx, session);
  throw refused;
}

async function rotate(ctx: Context, session: Stored<Session>, token: string) {
  const now = ctx.now();
  const successor = await successorOf(session, token);
  const recent = session.recent.filter(({ rotated_at }) => now - rotated_at <= GRACE_SECONDS);
  const rotated: Session = {
    ...session,
    refresh_hash: hash(successor),
    recent: [...recent, { hash: hash(token), rotated_at: now }].slice(-MAX_RECENT),
    rotations: session.rotations + 1,
    access_expires_at: now + ACCESS_LIFETIME,
    refresh_expires_at: session.refresh_expires_at === null ? null : now + ACCOUNT_REFRESH_LIFETIME,
    last_used_at: now,
  };
  const answer = await signInAnswer(ctx, rotated, successor);
  const writes = [sessions.replace(session, rotated), session.guest && (await extendGuest(ctx, session))];
  return { session: rotated, answer: await transact(ctx, writes, answer) };
}

// A guest who does not return expires, so each exchange postpones that.
async function extendGuest(ctx: Context, { person_id }: Session): Promise<Write | undefined> {
  const guest = await people.find({ id: person_id }, ctx);
  return guest && people.replace(guest, { ...guest, expires_at: ctx.now() + GUEST_SECONDS });
}

async function endReused(ctx: Context, session: Stored<Session>): Promise<void> {
  const email = await emailOf(session.person_id);
  const mail = sessionEndedEmail(languageFor(ctx), session.user_agent);
  await transact(ctx, [
    sessions.replace(session, revokedSession(session, ctx.now())),
    email !== "" && (await enqueueMail(ctx, email, mail, { id: `reused-${session.id}` })),
  ]);
  logger.warn("refresh token reused", { session: session.id });
}

/** The current token of a session, derived from an older one; `undefined` if the text never was a token of it. */
async function currentTokenFrom(session: Session, token: string): Promise<string | undefined> {
  let reached = token;
  for (let step = 0; step < Math.min(session.rotations, MAX_STEPS); step++) {
    reached = await successorOf(session, reached);
    if (hash(reached) === session.refresh_hash) return reached;
  }
  return undefined;
}

async function successorOf({ person_id, id }: Session, token: string): Promise<string> {
  const secret = Buffer.from(await keyedHash("refresh", token), "base64url").toString("hex");
  return opaqueToken(TOKEN_PREFIX.refresh, hintOf(person_id, id), secret);
}

function isExpired({ refresh_expires_at }: Session, now: number): boolean {
  return refresh_expires_at !== null && refresh_expires_at <= now;
}
