import { isIPv6 } from "node:net";

/**
 * The address that one caller is counted by: its own of IPv4; of IPv6 the first of its 64 bits, as whoever has one
 * address there has all of these.
 */
export function countedAddress(ip: string): string {
  const mapped = mappedOf(ip);
  if (mapped) return mapped;
  return isIPv6(ip) ? `${groupsOf(ip, 4).join(":")}::` : ip;
}

/**
 * The network that an address is counted with: what one household, office or tenant of a provider has. 24 bits of IPv4,
 * 48 bits of IPv6.
 */
export function networkOf(ip: string): string {
  const mapped = mappedOf(ip);
  if (mapped) return networkOf(mapped);
  return isIPv6(ip) ? groupsOf(ip, 3).join(":") : ip.split(".").slice(0, 3).join(".");
}

function mappedOf(ip: string): string | undefined {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
}

function groupsOf(ip: string, count: number): string[] {
  const [head = "", tail] = ip.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const all = [...groups, ...Array<string>(missing).fill("0"), ...(tail?.split(":").filter(Boolean) ?? [])];
  return all.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
}
