import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { businessName } from "#core/mail/address.ts";
import { rememberNetwork } from "#lib/tenancy/codes/networks.ts";
import { type Answered, issueCode, type Purpose, redeemCode } from "#lib/tenancy/codes/service.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { provenPerson } from "./person.ts";
import type { SignedIn } from "./schema.ts";
import { ACCOUNT_REFRESH_LIFETIME, startSession } from "./sessions.ts";

/** Sends a sign-in code; for the platform, or for one store alone. */
export async function requestSignInCode(ctx: Context, email: string, storeId?: string) {
  const store = storeId === undefined ? undefined : await getTenant(ctx, storeId);
  const { challenge_id, expires_at, writes } = await issueCode(ctx, signIn(storeId, store?.name), email);
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
  return transact(
    ctx,
    [...writes, ...proven.writes, session.write, rememberNetwork(ctx, email)],
    session.answer,
  );
}

// What a code opens is said with it: a shop front can ask for a code of the whole account in the name of its visitor.
function signIn(storeId: string | undefined, store = ""): Purpose {
  const opens =
    storeId === undefined ? "your whole account" : `your account at ${businessName(store) || "one store"}`;
  const warning =
    storeId === undefined
      ? "Type it on our own pages alone: whoever has it can act for you everywhere. No store needs it."
      : "Type it in that store alone.";
  return {
    scope: storeId === undefined ? "platform" : `store:${storeId}`,
    letter: (code) => ({
      subject: `${code} is your sign-in code`,
      title: "Your sign-in code",
      paragraphs: [`This code opens ${opens}. It works once, for ten minutes.`, warning],
      code,
      footer: "If you did not ask for it, ignore this mail: nobody can sign in without the code.",
    }),
  };
}
