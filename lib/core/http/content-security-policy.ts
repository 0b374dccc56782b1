import { isLoopbackHost } from "#core/loopback.ts";

// RFC 1035 labels, in ASCII as the URL parser writes them. The host of a URL may contain `;`, `,` and quotes, which a
// CSP source may not (CSP 3, 2.3.1).
const SAFE_HOST =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/**
 * The origin of a URL as a source of a Content-Security-Policy, if it is https, or http on this machine. Tenants
 * choose such URLs: `undefined` for one with anything unusual.
 */
export function cspSource(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (!url) return undefined;
  const { protocol, hostname, username, password, origin } = url;
  if (username + password !== "" || !SAFE_HOST.test(hostname)) return undefined;
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
  return isSafe ? origin : undefined;
}

/** The Content-Security-Policy of our pages: only the given picture and script, and no frames. */
export function pageSecurityPolicy({
  picture,
  scriptHash,
}: {
  /** A source from `cspSource`. */
  picture: string | undefined;
  /** SHA-256 of the page's own script, in base64. */
  scriptHash: string | undefined;
}): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    ["img-src data:", picture].filter(Boolean).join(" "),
    ...(scriptHash ? [`script-src 'sha256-${scriptHash}'`, "connect-src 'self'"] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
