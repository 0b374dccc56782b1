// Six-digit codes that prove an email address or a phone.

import { randomInt, timingSafeEqual } from "node:crypto";
import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import type { Email } from "#core/mail/template.ts";
import { hash, keyedHash } from "#core/seal.ts";
import { HOUR } from "#core/seconds.ts";
import { enqueueSms } from "#core/sms.ts";
import { AUTH } from "./errors.ts";
import { spendOnMail } from "./networks.ts";
import { challenges, newestChallenges } from "./table.ts";

const DIGITS = 6;
const CODE_SECONDS = 10 * 60;
const MAX_TRIES = 5;
const VERIFY_PER_IP: Budget = [300, HOUR];

/** The purpose of a code: it is valid for this scope only. */
export interface CodePurpose {
  scope: string;
  mail: (code: string) => Email;
}

export interface PhonePurpose {
  scope: string;
  message: (code: string) => string;
}

interface IssuedCode {
  challenge_id: string;
  expires_at: number;
  writes: Write[];
}

/** Who requested a code: `holder` is returned when the code is redeemed, `asker` can redeem it without the address. */
interface CodeRequester {
  holder?: string | undefined;
  asker?: string | undefined;
}

/**
 * Prepares a six-digit code for an email address or a phone number. The writes store its keyed hash and send
 * it. It voids the previous code of the address and scope. The answer does not reveal whether the address is known.
 */
export async function issueCode(
  ctx: Context,
  purpose: CodePurpose | PhonePurpose,
  email: string,
  { holder, asker }: CodeRequester = {},
): Promise<IssuedCode> {
  const { scope } = purpose;
  // One budget for all stores: otherwise a stranger could multiply it by naming many stores.
  const kind = scope.split(":")[0];
  await spendOnMail(ctx, { perIp: "code_per_ip", perAddress: `code_${kind}_per_address` }, email);
  const now = ctx.now();
  const expires_at = now + CODE_SECONDS;
  const id = newId("chal", ctx.clock());
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");
  const code_hash = await keyedHash("code", `${id}\n${code}`);
  return {
    challenge_id: id,
    expires_at,
    writes: [
      challenges.create({ id, scope, email, holder, code_hash, tries: 0, created_at: now, expires_at }),
      newestChallenges.put({ subject: subjectOf(scope, email), challenge_id: id, expires_at }),
      ...(asker
        ? [newestChallenges.put({ subject: subjectOf(scope, asker), challenge_id: id, expires_at })]
        : []),
      "mail" in purpose
        ? await enqueueMail(ctx, email, purpose.mail(code))
        : await enqueueSms(ctx, email, purpose.message(code)),
    ],
  };
}

/** A code, and the challenge that it answers: by id, or the newest of an email address or an asker. */
export interface CodeAnswer {
  challenge_id?: string | undefined;
  email?: string | undefined;
  asker?: string | undefined;
  code: string;
}

/**
 * Checks a code. Each try is counted in the table before the comparison, so that at most five are compared.
 *
 * @returns the proven email address or phone number, and writes that void the code; they fail if it was used meanwhile
 * @throws AUTH.CODE_INVALID, whatever is wrong
 */
export async function redeemCode(
  ctx: Context,
  scope: string,
  answered: CodeAnswer,
): Promise<{ email: string; holder: string | undefined; writes: Write[] }> {
  await spendBudget(ctx, "verify_per_ip", ctx.ip, VERIFY_PER_IP);
  const id = answered.challenge_id ?? (await newestIdOf(scope, answered.email ?? answered.asker ?? ""));
  const challenge = id === undefined ? undefined : await countTry(id, ctx.now());
  if (!challenge || challenge.scope !== scope) throw AUTH.CODE_INVALID();
  const given = await keyedHash("code", `${challenge.id}\n${answered.code}`);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(challenge.code_hash))) throw AUTH.CODE_INVALID();
  const subject = subjectOf(scope, challenge.email);
  return {
    email: challenge.email,
    holder: challenge.holder ?? undefined,
    writes: [
      challenges.removeKey({ id: challenge.id }, AUTH.CODE_INVALID()),
      {
        ...newestChallenges.removeKey({ subject }),
        condition: { expression: "challenge_id = :id", values: { ":id": challenge.id } },
        failure: AUTH.CODE_INVALID(),
      },
    ],
  };
}

async function newestIdOf(scope: string, email: string): Promise<string | undefined> {
  const newest = await newestChallenges.find({ subject: subjectOf(scope, email) });
  return newest?.challenge_id;
}

function countTry(id: string, now: number) {
  const values = { ":max": MAX_TRIES, ":now": now };
  return challenges.increment(
    { id },
    { tries: 1 },
    { expression: "tries < :max and expires_at > :now", values },
  );
}

function subjectOf(scope: string, email: string): string {
  return hash(`${scope}\n${sameAddress.key(email)}`);
}
