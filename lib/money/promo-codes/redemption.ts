import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { type Read, readTogether } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { ApiError } from "#core/errors.ts";
import { sameMailbox } from "#core/mail/address-schema.ts";
import { hash } from "#core/seal.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { limitOf } from "./rules.ts";
import type { PromoCode } from "./schema.ts";
import { promoCodes, promoTexts, promoUses, redemptions } from "./table.ts";

const EVERYBODY = "*";

/** The normalized spelling of a code: case does not matter. */
export function promoText(code: string): string {
  return code.trim().normalize("NFKC").toUpperCase();
}

/** The read of a code by its text, for a batch with others. */
export function promoRead(storeId: string, code: string): Read<Stored<PromoCode>> {
  return promoTexts.read({ store_id: storeId, text: promoText(code) });
}

export function promoIdRead(storeId: string, id: string): Read<Stored<PromoCode>> {
  return promoCodes.read({ store_id: storeId, id });
}

/** The read of how often a code was used, by everybody or by one customer. */
export function usesRead(promo: PromoCode, email?: string): Read<{ uses: number }> {
  const subject = email === undefined ? EVERYBODY : subjectOf(email);
  return promoUses.read({ store_id: promo.store_id, promo_code_id: promo.id, subject });
}

/** Throws PAYMENT.PROMO_CODE_LIMIT_REACHED at a reached limit. The redemption itself checks again. */
export async function checkUses(promo: PromoCode, email: string | undefined): Promise<void> {
  const [all, own] = await readTogether([usesRead(promo), usesRead(promo, email ?? "")]);
  const reached = (kind: "max_uses" | "max_uses_per_user", uses = 0) =>
    uses >= (limitOf(promo, kind) ?? Infinity);
  if (reached("max_uses", all?.uses) || reached("max_uses_per_user", own?.uses)) throw limitError(promo);
}

/** Whether a code has a limit per person, so that its user needs an email address. */
export function countsByPerson(promo: PromoCode): boolean {
  return limitOf(promo, "max_uses_per_user") !== undefined;
}

/**
 * The writes of one use, for the checkout's transaction. They fail with PAYMENT.PROMO_CODE_LIMIT_REACHED when
 * a limit is reached at that moment.
 *
 * @param subject email address of the user; the limit per person counts by mailbox
 * @param reference reservation or order
 */
export function redeemPromoCode(ctx: Context, promo: PromoCode, subject: string, reference: string): Write[] {
  const { store_id, id: promo_code_id } = promo;
  const who = subjectOf(subject);
  const record = {
    store_id,
    reference,
    promo_code_id,
    subject: who,
    status: "taken" as const,
    created_at: ctx.now(),
  };
  return [
    redemptions.create(record),
    countUse(promo, EVERYBODY, limitOf(promo, "max_uses")),
    countUse(promo, who, limitOf(promo, "max_uses_per_user")),
  ];
}

export function redemptionRead(storeId: string, reference: string) {
  return redemptions.read({ store_id: storeId, reference });
}

/** The writes that return a use, at most once. */
export function returnRedemption(
  redemption: Stored<ReturnType<typeof redemptions.parse>> | undefined,
): Write[] {
  if (redemption?.status !== "taken") return [];
  const { store_id, promo_code_id, subject } = redemption;
  return [
    redemptions.replace(redemption, { ...redemption, status: "returned" }),
    promoUses.update({ store_id, promo_code_id, subject: EVERYBODY }, { add: { uses: -1 } }),
    promoUses.update({ store_id, promo_code_id, subject }, { add: { uses: -1 } }),
  ];
}

function countUse(promo: PromoCode, subject: string, limit: number | undefined): Write {
  const { store_id, id: promo_code_id } = promo;
  const write = promoUses.update(
    { store_id, promo_code_id, subject },
    { add: { uses: 1 }, set: { store_id, promo_code_id, subject } },
    limit === undefined
      ? undefined
      : { expression: "attribute_not_exists(uses) or uses < :limit", values: { ":limit": limit } },
    limitError(promo),
  );
  if (limit === 0) throw limitError(promo);
  return write;
}

function limitError({ code }: PromoCode): ApiError {
  return PAYMENT.PROMO_CODE_LIMIT_REACHED({ code });
}

function subjectOf(email: string): string {
  return hash(sameMailbox.key(email)).slice(0, 22);
}
