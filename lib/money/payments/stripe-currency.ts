import { exponentOf, moneyText } from "#lib/money/money/currency.ts";
import { PAYMENT } from "./errors.ts";
import { inexactAmount } from "./inexact-amount.ts";

// https://docs.stripe.com/currencies: differences from ISO 4217, and the least charge in minor units.
const ZERO_DECIMAL = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const THREE_DECIMAL = new Set("BHD JOD KWD OMR TND".split(" "));
const MIN_AMOUNTS: Readonly<Record<string, number>> = {
  ...{ USD: 50, AED: 200, AUD: 50, BGN: 100, BRL: 50, CAD: 50, CHF: 50, CZK: 1500, DKK: 250, EUR: 50 },
  ...{ GBP: 30, HKD: 400, HUF: 17_500, INR: 50, JPY: 50, MXN: 1000, MYR: 200, NOK: 300, NZD: 50 },
  ...{ PLN: 200, RON: 200, SEK: 300, SGD: 50, THB: 1000 },
};
/** In Stripe's units, which have at most eight digits. */
const MAX_AMOUNT = 99_999_999;

/**
 * An amount in Stripe's units.
 *
 * @throws PAYMENT.STRIPE_ERROR when Stripe cannot express it
 */
export function toStripe(amount: number, currency: string): number {
  const sent = toStripeExactly(amount, currency);
  if (sent !== undefined) return sent;
  throw inexactAmount(amount, currency);
}

/** An amount in Stripe's units; `undefined` when Stripe cannot express it. */
export function toStripeExactly(amount: number, currency: string): number | undefined {
  const code = currency.toUpperCase();
  const sent = shiftDecimals(amount, decimalsOf(code) - exponentOf(code));
  if (!Number.isInteger(sent)) return undefined;
  // Stripe takes three decimals only if the last is 0, and ISK and UGX only in hundreds.
  if (THREE_DECIMAL.has(code) && sent % 10 !== 0) return undefined;
  return (code === "ISK" || code === "UGX") && sent % 100 !== 0 ? undefined : sent;
}

/** The smallest step between two amounts that Stripe can express: 10 for KWD, whose last decimal must be 0. */
export function smallestStripeUnit(currency: string): number {
  return [1, 10, 100].find((step) => toStripeExactly(step, currency) !== undefined) ?? 1;
}

/** Converts Stripe's units to minor units of ISO 4217. */
export function fromStripe(sent: number, currency: string): number {
  const code = currency.toUpperCase();
  return Math.round(shiftDecimals(sent, exponentOf(code) - decimalsOf(code)));
}

/**
 * Checks an amount against Stripe's limits.
 *
 * @throws PAYMENT.INVALID_AMOUNT, PAYMENT.STRIPE_ERROR
 */
export function checkStripeAmount(amount: number, currency: string): void {
  const sent = toStripe(amount, currency);
  const least = MIN_AMOUNTS[currency.toUpperCase()] ?? 1;
  if (amount < least) {
    const message = `${moneyText(amount, currency)} is less than the ${moneyText(least, currency)} that a card payment begins at.`;
    throw PAYMENT.INVALID_AMOUNT({ message });
  }
  if (sent > MAX_AMOUNT) {
    const most = moneyText(fromStripe(MAX_AMOUNT, currency), currency);
    throw PAYMENT.INVALID_AMOUNT({
      message: `${moneyText(amount, currency)} is more than ${most}, the most that one card payment takes.`,
    });
  }
}

function decimalsOf(code: string): number {
  if (ZERO_DECIMAL.has(code)) return 0;
  return THREE_DECIMAL.has(code) ? 3 : 2;
}

function shiftDecimals(amount: number, places: number): number {
  return places >= 0 ? amount * 10 ** places : amount / 10 ** -places;
}
