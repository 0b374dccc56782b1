/** Whether an IP address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  return address === "127.0.0.1" || address === "::1";
}

const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** Whether the host of a URL is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.includes(hostname) || hostname.endsWith(".localhost");
}
