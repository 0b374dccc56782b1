import { BlockList, isIP } from "node:net";

// https://www.iana.org/assignments/iana-ipv4-special-registry: whatever is not globally reachable, and multicast.
const NOT_PUBLIC_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

// https://www.iana.org/assignments/iana-ipv6-special-registry: the blocks within global unicast that are reserved for
// protocols, IPv4 tunnels and documentation.
const GLOBAL_V6 = "2000::/3";
const NOT_PUBLIC_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];
// NAT64 addresses (RFC 6052) contain an IPv4 address, which decides whether they are public.
const NAT64_RANGE = "64:ff9b::/96";

const notPublicRanges = blockList(...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6);
const globalUnicast = blockList(GLOBAL_V6);
const nat64Addresses = blockList(NAT64_RANGE);

/** Whether a text is an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublicRanges.check(address, "ipv4");
  if (family !== 6 || address.includes("%")) return false;
  if (nat64Addresses.check(address, "ipv6")) return isPublicAddress(embeddedIpv4(address));
  return globalUnicast.check(address, "ipv6") && !notPublicRanges.check(address, "ipv6");
}

function blockList(...ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

// The URL parser normalizes every spelling to hexadecimal groups.
function embeddedIpv4(address: string): string {
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(":").slice(-2);
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group || "0", 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
