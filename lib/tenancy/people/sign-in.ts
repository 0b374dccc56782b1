import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type Answered, issueCode, type Purpose, redeemCode } from "#lib/tenancy/codes/service.ts";
import { provenPerson } from "./person.ts";
import type { SignedIn } from "./schema.ts";
import { ACCOUNT_REFRESH_LIFETIME, startSession } from "./sessions.ts";

/** Sends a sign-in code; for the platform, or for one store alone. */
export async function requestSignInCode(ctx: Context, email: string, storeId?: string) {
  const { challenge_id, expires_at, writes } = await issueCode(ctx, signIn(storeId), email);
  return transact(ctx, writes, { sent: true as const, challenge_id, expires_at });
}

/** Signs in with a code. The first sign-in with an address makes its account. */
export async function signInWithCode(ctx: Context, answered: Answered, storeId?: string): Promise<SignedIn> {
  const { email, writes } = await redeemCode(ctx, signIn(storeId).scope, answered);
  const proven = await provenPerson(ctx, email);
  const session = await startSession(ctx, {
    person: proven.person,
    provider: "CODE",
    ...(storeId === undefined ? {} : { storeId }),
    verified: true,
    refreshLifetime: ACCOUNT_REFRESH_LIFETIME,
  });
  return transact(ctx, [...writes, ...proven.writes, session.write], session.answer);
}

function signIn(storeId: string | undefined): Purpose {
  return {
    scope: storeId === undefined ? "platform" : `store:${storeId}`,
    letter: (code) => ({
      subject: `${code} is your sign-in code`,
      title: "Your sign-in code",
      paragraphs: ["Type this code to sign in. It works once, for ten minutes."],
      code,
      footer: "If you did not ask for it, ignore this mail: nobody can sign in without the code.",
    }),
  };
}
