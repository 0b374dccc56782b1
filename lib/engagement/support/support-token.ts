/** End of the header with a support token, which opens one conversation; what stands before it is the caller's brand. */
const SUPPORT_TOKEN = /-support-token$/i;

/** Whether a header carries a support token. */
function isSupportToken(header: string): boolean {
  return SUPPORT_TOKEN.test(header);
}

/** The support token of a request; `undefined` where it shows none. */
export function supportToken(headers: Record<string, string | undefined>): string | undefined {
  const found = Object.entries(headers).find(([name, value]) => isSupportToken(name) && value?.trim());
  return found?.[1]?.trim();
}
