/**
 * Decimals of currencies that do not have two, by ISO 4217 (list one, maintained by SIX). Intl's
 * `maximumFractionDigits` differs by engine and is about display only.
 */
const DECIMALS: Readonly<Record<string, number>> = {
  ...withDecimals(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
  ...withDecimals(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...withDecimals(4, "CLF UYW"),
};

/** Decimals of a currency's minor unit: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  return DECIMALS[currency.toUpperCase()] ?? 2;
}

/**
 * Formats an amount in minor units: `€24.00` for 2400 EUR.
 *
 * @param locale as Intl takes it: `de-DE`
 */
export function money(amount: number, currency: string, locale?: string): string {
  const digits = decimalsOf(currency);
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits);
}

function withDecimals(decimals: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, decimals]));
}
