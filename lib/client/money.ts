/**
 * Minor units of the currencies that do not have two, by ISO 4217 (list one, maintained by SIX). What Intl calls
 * `maximumFractionDigits` is how an amount is written, and not what a minor unit is: it differs by engine.
 */
const DECIMALS: Readonly<Record<string, number>> = {
  ...each(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
  ...each(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...each(4, "CLF UYW"),
};

/** Decimals of a currency's minor unit: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  return DECIMALS[currency.toUpperCase()] ?? 2;
}

/**
 * An amount of the interface, in minor units, as a locale writes it: `€24.00` for 2400 EUR.
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

function each(decimals: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, decimals]));
}
