const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Whether a page of another site sent a request, directly or by DNS rebinding. Then the header `host` or `origin`
 * is no name of this machine. Programs send no `origin`.
 */
export function isForeignOrigin(host: string, origin: string | undefined): boolean {
  if (!LOOPBACK.test(host)) return true;
  return origin !== undefined && !LOOPBACK.test(origin.replace(/^https?:\/\//, ""));
}
