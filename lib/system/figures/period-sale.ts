import { DIRECT } from "#lib/commerce/carts/source-schema.ts";
import type { PlanPayment } from "#lib/delivery/newsletters/schema.ts";
import { refundsIn } from "./reservation-sale.ts";
import type { Sale } from "./sale.ts";

/** A paid period of a newsletter plan as a sale without a market; `undefined` if no period was paid. */
export function saleOfPeriod({ paymentId: id, from, sold, movements }: PlanPayment): Sale | undefined {
  if (!sold || from === null) return undefined;
  const { at: soldAt, currency, total, test: isTest } = sold;
  const line = { id, units: 1, gross: total, discount: 0, tax: 0, total, itemIds: {}, isShipping: false };
  return {
    market: "",
    currency,
    isTest,
    soldAt,
    cancelledAt: null,
    total,
    lines: [line],
    collected: movements.flatMap(({ kind, at, amount }) => (kind === "collected" ? [{ at, amount }] : [])),
    deductions: refundsIn(movements),
    isFirst: null,
    marks: { country: "", source: DIRECT, channel: "storefront", payment_method: "credit_card" },
  };
}
