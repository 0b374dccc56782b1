import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { businessName } from "#core/mail/address.ts";
import type { Language } from "#core/texts/language.ts";
import { rememberNetwork } from "#lib/tenancy/codes/networks.ts";
import { type CodeAnswer, type CodePurpose, issueCode, redeemCode } from "#lib/tenancy/codes/service.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { signInEmail } from "./emails.ts";
import { provenPerson } from "./person.ts";
import type { SignedIn } from "./schema.ts";
import { ACCOUNT_REFRESH_LIFETIME, startSession } from "./sessions.ts";

/** Sends a sign-in code for the platform, or for one store. */
export async function requestCode(ctx: Context, email: string, storeId?: string) {
  const store = storeId === undefined ? undefined : await getTenant(ctx, storeId);
  const purpose = signInPurpose(storeId, store, languageFor(ctx, store));
  const { challenge_id, expires_at, writes } = await issueCode(ctx, purpose, email);
  return transact(ctx, writes, { sent: true as const, challenge_id, expires_at });
}

/** Signs in with a code. The first sign-in of an address creates its account. */
export async function verifyCode(ctx: Context, answered: CodeAnswer, storeId?: string): Promise<SignedIn> {
  const { email, writes } = await redeemCode(ctx, signInPurpose(storeId).scope, answered);
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

// The mail says what the code opens, because a shop page could request a code for the whole account.
function signInPurpose(
  storeId: string | undefined,
  store?: Business,
  language: Language = "en",
): CodePurpose {
  return {
    scope: storeId === undefined ? "platform" : `store:${storeId}`,
    mail: (code) => signInEmail(language, code, store && businessName(store.name)),
  };
}
