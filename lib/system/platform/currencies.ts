/** The ISO 4217 currencies in this runtime's Unicode data. */
export function listCurrencies(): string[] {
  return Intl.supportedValuesOf("currency");
}
