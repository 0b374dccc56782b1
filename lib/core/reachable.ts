import { isIP } from "node:net";
import { optionalEnv } from "./env.ts";
import { isPublicAddress } from "./ip-address.ts";
import { isLoopbackAddress, isLoopbackHost } from "./loopback.ts";

/** Says of an IP address whether a socket may open to it. */
export type AddressRule = (address: string) => boolean;

/** Names that no public server has: RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), ICANN (internal). */
const LOCAL_NAMES = [".localhost", ".local", ".home.arpa", ".internal"];

/** An address that begins with http or https, and has neither name nor password in it. */
export function httpUrl(text: string, base?: URL): URL | undefined {
  const url = URL.parse(text, base?.href);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  return isPlain ? url : undefined;
}

/** The addresses to which what begins at a URL may open sockets: public ones, or this machine's own where that is set. */
export function addressRuleOf({ hostname }: URL): AddressRule {
  const inside = optionalEnv("OUTBOUND_LOOPBACK") === "1" && isLoopbackHost(hostname);
  return inside ? isLoopbackAddress : isPublicAddress;
}

/** Whether a URL can lead to an address that a socket may open to, as far as its host says so itself. */
export function isAllowedHost({ hostname, port }: URL, may: AddressRule): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (port === "0") return false;
  if (isIP(host) !== 0) return may(host);
  return may === isLoopbackAddress || !isLocalName(host.replace(/\.$/, ""));
}

/**
 * Whether anything can ever be asked of an address that somebody wants to be kept: what `outboundFetch` refuses without
 * a look-up of the name is refused where it is sent.
 */
export function isReachableUrl(text: string): boolean {
  const url = httpUrl(text);
  return url !== undefined && isAllowedHost(url, addressRuleOf(url));
}

function isLocalName(host: string): boolean {
  return !host.includes(".") || LOCAL_NAMES.some((end) => host.endsWith(end));
}
