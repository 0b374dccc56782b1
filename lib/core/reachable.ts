import { isIP } from "node:net";
import { optionalEnv } from "./env.ts";
import { isPublicAddress } from "./ip-address.ts";
import { isLoopbackAddress, isLoopbackHost } from "./loopback.ts";

/** Whether a socket may connect to an IP address. */
export type AddressRule = (address: string) => boolean;

/** Names of no public server: RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), ICANN (internal). */
const LOCAL_NAMES = [".localhost", ".local", ".home.arpa", ".internal"];

/** A URL of http or https without a name and password. */
export function httpUrl(text: string, base?: URL): URL | undefined {
  const url = URL.parse(text, base?.href);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  return isPlain ? url : undefined;
}

/**
 * The rule for the IP addresses of a request to a URL and its redirects: public ones, or this machine's own where a
 * setting allows that.
 */
export function addressRuleOf({ hostname }: URL): AddressRule {
  const inside = optionalEnv("OUTBOUND_LOOPBACK") === "1" && isLoopbackHost(hostname);
  return inside ? isLoopbackAddress : isPublicAddress;
}

/** Whether the host of a URL can be an allowed address, as far as that is clear without a DNS look-up. */
export function isAllowedHost({ hostname, port }: URL, rule: AddressRule): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (port === "0") return false;
  if (isIP(host) !== 0) return rule(host);
  return rule === isLoopbackAddress || !isLocalName(host.replace(/\.$/, ""));
}

/**
 * Whether a URL could ever be requested, so that a caller learns at once of one that `outboundFetch` would refuse. It
 * makes no DNS look-up.
 */
export function isReachableUrl(text: string): boolean {
  const url = httpUrl(text);
  return url !== undefined && isAllowedHost(url, addressRuleOf(url));
}

function isLocalName(host: string): boolean {
  return !host.includes(".") || LOCAL_NAMES.some((end) => host.endsWith(end));
}
