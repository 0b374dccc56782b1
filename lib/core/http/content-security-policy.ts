import { isLoopbackHost } from "#core/loopback.ts";

// RFC 1035 labels, in ASCII as the parser of URLs writes them. A host of a URL may have `;`, `,` and quotes; that of a
// source may not (CSP 3, 2.3.1).
const HOST =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/**
 * An address as a source of a Content-Security-Policy: its origin, where it is one of https, or of http on this machine.
 * Addresses are often a tenant's: `undefined` for one that says anything besides.
 */
export function cspSource(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address);
  if (!url) return undefined;
  const { protocol, hostname, username, password, origin } = url;
  if (username + password !== "" || !HOST.test(hostname)) return undefined;
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
  return isSafe ? origin : undefined;
}

/** The policy of a page of ours: nothing from elsewhere but what is named, in no frame. */
export function pageSecurityPolicy({
  picture,
  scriptHash,
}: {
  /** From `sourceOf`. */
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
