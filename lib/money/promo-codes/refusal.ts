import type { ApiError } from "#core/errors.ts";
import { type Discounts, NO_DISCOUNTS } from "#lib/money/money/pricing.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { type Basket, discountsIn, type RefusalReason, refusalReasonInMarket } from "./rules.ts";
import type { PromoCode } from "./schema.ts";

/** Why a code does not apply, and the PAYMENT.PROMO_CODE_INVALID for it. */
export interface CodeRefusal {
  reason: RefusalReason;
  error: ApiError;
}

/** Why a code does not apply to a basket in a market; `undefined` if it does. */
export function codeRefusal(
  code: string,
  promo: PromoCode | undefined,
  basket: Basket,
  market: { id: string; key?: string | undefined },
  anonymous = false,
): CodeRefusal | undefined {
  const found: RefusalReason | undefined = promo ? refusalReasonInMarket(promo, basket, market) : "not_found";
  // For anonymous callers an inactive code does not exist, so that guesses cannot find future codes.
  const reason = anonymous && (found === "archived" || found === "not_started") ? "not_found" : found;
  if (!reason) return undefined;
  return {
    reason,
    error: PAYMENT.PROMO_CODE_INVALID({ code: code.slice(0, 64), why: REASON_TEXTS[reason], reason }),
  };
}

/** What a code takes off a basket in a market; throws PAYMENT.PROMO_CODE_INVALID if it does not apply. */
export function discountsFor(
  code: string,
  promo: PromoCode | undefined,
  basket: Basket,
  market: { id: string; key?: string | undefined },
  anonymous = false,
): Discounts {
  const refusal = codeRefusal(code, promo, basket, market, anonymous);
  if (refusal) throw refusal.error;
  return promo ? discountsIn(promo, market) : NO_DISCOUNTS;
}

const REASON_TEXTS: Record<RefusalReason, string> = {
  not_found: "there is no such code",
  archived: "it is archived",
  not_started: "it is not valid yet",
  expired: "it is not valid any more",
  min_order: "the order is too small",
  products: "none of its products is in the cart",
  services: "none of its services is in the cart",
  market: "it takes nothing off in this market",
  shipping: "it is for shipping, and nothing is shipped",
};
