/** The time zones of the browser: `Europe/Berlin`. */
export const ZONES: readonly string[] = ["UTC", ...Intl.supportedValuesOf("timeZone")];

export function isTimeZone(zone: string): boolean {
  return ZONES.includes(zone);
}
