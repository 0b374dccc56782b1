/** The names of the time zones that the browser knows, such as `Europe/Berlin`. */
export const ZONES: readonly string[] = ["UTC", ...Intl.supportedValuesOf("timeZone")];

export function isTimeZone(zone: string): boolean {
  return ZONES.includes(zone);
}
