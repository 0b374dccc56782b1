const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Whether a request comes from another site's page, directly or by DNS rebinding. Browsers always send both
 * headers; programs send our own host and no origin.
 */
export function isForeignOrigin(host: string, origin: string | undefined): boolean {
  if (!LOOPBACK.test(host)) return true;
  return origin !== undefined && !LOOPBACK.test(origin.replace(/^https?:\/\//, ""));
}
