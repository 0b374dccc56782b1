import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { Person, SignedIn } from "./schema.ts";
import { ACCOUNT_REFRESH_LIFETIME, startSession } from "./sessions.ts";
import type { LoginResult } from "./user-schema.ts";

/** A session in the business interface. */
export function viewLogin(
  session: { person_id: string; provider: string; guest: boolean },
  { access_token, refresh_token, access_expires_at }: SignedIn,
): LoginResult {
  return {
    userId: session.person_id,
    provider: session.provider,
    accessToken: access_token,
    refreshToken: refresh_token,
    tokenType: "Bearer",
    expiresAt: access_expires_at,
    scope: session.guest ? "guest" : "user",
    isGuest: session.guest,
  };
}

/** Prepares a user's session. A guest's session expires when it is not used; others do not. */
export async function prepareLogin(
  ctx: Context,
  { person, provider }: { person: Person; provider: string },
): Promise<{ writes: Write[]; answer: LoginResult; sessionId: string }> {
  const guest = provider === "GUEST";
  const { write, answer } = await startSession(ctx, {
    person,
    provider,
    guest,
    verified: !guest,
    refreshLifetime: guest ? ACCOUNT_REFRESH_LIFETIME : null,
  });
  return {
    writes: [write],
    answer: viewLogin({ person_id: person.id, provider, guest }, answer),
    sessionId: answer.id,
  };
}
