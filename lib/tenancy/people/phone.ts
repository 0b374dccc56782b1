import { type Budget, spendBudget, tooManyRequests, trySpend } from "#core/budget.ts";
import { type Context, person } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { logger } from "#core/log.ts";
import type { Language } from "#core/texts/language.ts";
import { issueCode, type PhonePurpose, redeemCode } from "#lib/tenancy/codes/service.ts";
import { people } from "./table.ts";
import { peopleTexts } from "./texts.ts";

const SMS_PER_PERSON: Budget = [10, 24 * 3600];
/** Text messages a day of the whole deployment: each costs money, and anybody can name many numbers. */
const TOTAL_SMS: Budget = [500, 24 * 3600];

/** Sends a code to the phone that the caller names. */
export async function sendPhoneCode(ctx: Context, phoneNumber: string) {
  const { id } = person(ctx);
  await spendBudget(ctx, "texts_per_person", id, SMS_PER_PERSON);
  const { expires_at, writes } = await issueCode(ctx, phonePurpose(id, ctx.language), phoneNumber);
  if (!(await trySpend(ctx, "texts", "all", TOTAL_SMS))) {
    logger.error("texts are used up for today", { alarm: "texts-spent" });
    throw tooManyRequests(ctx, "texts", "all", TOTAL_SMS);
  }
  return transact(ctx, writes, { success: true as const, expiresAt: expires_at });
}

/** Records a phone number as proven by its code. */
export async function confirmPhone(
  ctx: Context,
  { phoneNumber, code }: { phoneNumber: string; code: string },
) {
  const { id } = person(ctx);
  const { writes } = await redeemCode(ctx, phonePurpose(id).scope, { email: phoneNumber, code });
  const me = await people.get({ id }, GENERAL.UNAUTHENTICATED(), ctx);
  const phone_numbers = [...new Set([...me.phone_numbers, phoneNumber])];
  const verified_phones = [...new Set([...me.verified_phones, phoneNumber])];
  const proven = { ...me, phone_numbers, verified_phones, updated_at: ctx.now() };
  return transact(ctx, [...writes, people.replace(me, proven)], { success: true as const });
}

function phonePurpose(personId: string, language: Language = "en"): PhonePurpose {
  return {
    scope: `phone:${personId}`,
    message: peopleTexts(language).phone,
  };
}
