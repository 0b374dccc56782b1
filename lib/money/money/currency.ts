import { currencyText } from "#core/texts/format.ts";
import type { Language } from "#core/texts/language.ts";
import { decimalsOf } from "#lib/client/money.ts";

/** Decimals of a currency. The table is the client's, so that backend, console and shops agree. */
export const exponentOf = decimalsOf;

/** Minor units of a decimal text such as `24.99`, rounded half up; `undefined` when it is no amount. */
export function toMinorUnits(decimal: string, currency: string): number | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,12}))?$/.exec(decimal.trim());
  if (!match) return undefined;
  const [, sign = "", whole = "", fraction = ""] = match;
  const exponent = exponentOf(currency);
  const kept = Number(`${whole}${fraction.padEnd(exponent, "0").slice(0, exponent)}`);
  const amount = kept + (Number(fraction[exponent] ?? "0") >= 5 ? 1 : 0);
  return sign && amount > 0 ? -amount : amount;
}

/** `24.99` for 2499 minor units of a currency with two decimals. */
export function toDecimal(amount: number, currency: string): string {
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, "0");
  const text = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
  return amount < 0 ? `-${text}` : text;
}

/** An amount in the format of a language, such as `€24.99`, for mails and pages. */
export function formatMoney(language: Language, amount: number, currency: string): string {
  return currencyText(language, Number(toDecimal(amount, currency)), currency, exponentOf(currency));
}

/** An amount in an error message: `24.99 EUR`. */
export function moneyText(amount: number, currency: string): string {
  return `${toDecimal(amount, currency)} ${currency.toUpperCase()}`;
}
