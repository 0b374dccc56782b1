const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Whether a request comes from a page of another site, or by a name that somebody else has made lead here. Browsers send
 * both headers whatever the page says; programs send the address that they were told and no origin.
 */
export function isForeignOrigin(host: string, origin: string | undefined): boolean {
  if (!LOOPBACK.test(host)) return true;
  return origin !== undefined && !LOOPBACK.test(origin.replace(/^https?:\/\//, ""));
}
