/** ISO 4217 codes of the currencies that this runtime's Unicode data knows. */
export function listCurrencies(): string[] {
  return Intl.supportedValuesOf("currency");
}
