import { decimalsOf, money as moneyIn } from "@storefront-backend/client";
import { language } from "./texts.ts";

/** An amount in minor units, formatted for the language: `€24.00`. */
export function money(amount: number, currency: string): string {
  return moneyIn(amount, currency, language());
}

/** An amount in minor units as text for an input: with decimals, without separators of thousands. */
export function amountText(amount: number | null | undefined, currency: string): string {
  if (amount === null || amount === undefined) return "";
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat(language(), {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/**
 * Parses a typed amount to minor units; undefined if the text is no amount. The last comma or point is the
 * decimal separator, except before three digits of a currency with fewer decimals: there it groups thousands.
 */
export function parseAmount(typed: string, currency: string): number | undefined {
  const text = typed.replace(/[\s\u00a0\u202f'’]|\p{Sc}|[A-Z]{3}/gu, "");
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(text)) return undefined;
  const digits = decimalsOf(currency);
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const after = last < 0 ? "" : text.slice(last + 1);
  const signs = text.replace(/\d/g, "");
  const grouped = after.length === 3 && (digits < 3 || signs.slice(0, -1).includes(text[last] ?? ""));
  if (grouped && new Set(signs).size > 1) return undefined;
  const decimal = last >= 0 && !grouped;
  if (decimal && (after.length > digits || signs.slice(0, -1).includes(text[last] ?? ""))) return undefined;
  const whole = (decimal ? text.slice(0, last) : text).replace(/[.,]/g, "");
  const parts = (decimal ? text.slice(0, last) : text).split(/[.,]/).slice(1);
  if (parts.some((part) => part.length !== 3)) return undefined;
  const amount = Number(`${whole || "0"}${(decimal ? after : "").padEnd(digits, "0")}`);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

export function count(value: number): string {
  return new Intl.NumberFormat(language()).format(value);
}

/** A fraction from 0 to 1 as a percentage. */
export function shareText(part: number): string {
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 1 }).format(part);
}
