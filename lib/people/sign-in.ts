import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { type Answered, issueCode, type Purpose, redeemCode } from "#lib/codes/service.ts";
import type { Person, SignedIn } from "./schema.ts";
import { ACCOUNT_REFRESH_LIFETIME, startSession } from "./sessions.ts";
import { people, personEmails } from "./table.ts";

/** Sends a sign-in code; for the platform, or for one store alone. */
export async function requestSignInCode(ctx: Context, email: string, storeId?: string) {
  const { challenge_id, expires_at, writes } = await issueCode(ctx, signIn(storeId), email);
  return transact(ctx, writes, { sent: true as const, challenge_id, expires_at });
}

/** Signs in with a code. The first sign-in with an address makes its account. */
export async function signInWithCode(ctx: Context, answered: Answered, storeId?: string): Promise<SignedIn> {
  const { email, writes } = await redeemCode(ctx, signIn(storeId).scope, answered);
  const { personId, write } = await confirmedPerson(ctx, email);
  const session = await startSession(ctx, {
    personId,
    provider: "CODE",
    ...(storeId === undefined ? {} : { storeId }),
    verified: true,
    refreshLifetime: ACCOUNT_REFRESH_LIFETIME,
  });
  return transact(ctx, [...writes, ...write, session.write], session.answer);
}

/** The person of an address that has just been proven: the writes make the person or note the sign-in. */
async function confirmedPerson(ctx: Context, email: string): Promise<{ personId: string; write: Write[] }> {
  const now = ctx.now();
  const known = await findPersonByEmail(email);
  if (known) {
    const seen = { ...known, is_confirmed: true, last_login_at: now, updated_at: now };
    return { personId: known.id, write: [people.replace(known, seen)] };
  }
  const id = newId("acc", ctx.clock());
  const made: Person = {
    id,
    email,
    is_confirmed: true,
    last_login_at: now,
    onboarding_completed: false,
    created_at: now,
    updated_at: now,
  };
  return { personId: id, write: [people.create(made), personEmails.create({ email, person_id: id })] };
}

/** The person of an address, or `undefined`. */
export async function findPersonByEmail(email: string): Promise<Stored<Person> | undefined> {
  const owner = await personEmails.find({ email });
  return owner && people.find({ id: owner.person_id });
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
