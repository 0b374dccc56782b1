import { isIPv6 } from "node:net";

/**
 * The network that an address is counted with: what one household, office or tenant of a provider has. 24 bits of IPv4,
 * 48 bits of IPv6.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return networkOf(mapped);
  if (!isIPv6(ip)) return ip.split(".").slice(0, 3).join(".");
  const [head = "", tail] = ip.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const all = [...groups, ...Array<string>(missing).fill("0"), ...(tail?.split(":").filter(Boolean) ?? [])];
  return all
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
