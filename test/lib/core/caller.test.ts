import { createHash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { callerIp } from "#core/http/caller.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const callerOf = (sourceIp: string, forwarded?: string, secret?: string) =>
  callerIp({
    headers: { "x-forwarded-for": forwarded, "x-proxy-secret": secret },
    requestContext: { http: { sourceIp } },
  });
const trustProxies = (proxies: object) => vi.stubEnv("TRUSTED_PROXIES", JSON.stringify(proxies));

test("only a trusted proxy can name the caller", () => {
  const caller = "198.51.100.7";
  expect(callerOf(caller, "192.0.2.1, 198.51.100.7", "guess")).toBe(caller);
  trustProxies({ networks: ["203.0.113.0/24", "2001:db8:1::/48"], secret: "00" });
  expect(callerOf(caller, "192.0.2.1, 198.51.100.7", "guess")).toBe(caller);
  expect(callerOf(caller, "203.0.113.5", "guess")).toBe(caller);
});

test("behind trusted proxies the caller is the last IP address that is no proxy", () => {
  trustProxies({ networks: ["203.0.113.0/24", "2001:db8:1::/48"] });
  const proxy = "203.0.113.5";
  expect(callerOf(proxy, "192.0.2.1, 203.0.113.5")).toBe("192.0.2.1");
  expect(callerOf(proxy, "10.0.0.1, 8.8.8.8, 192.0.2.1, 203.0.113.9, 203.0.113.5")).toBe("192.0.2.1");
  expect(callerOf("2001:db8:1::9", "[2001:db8:2::7]:4711, 2001:db8:1::9")).toBe("2001:db8:2:0::");
  expect(callerOf(proxy, "192.0.2.1:80, 203.0.113.5")).toBe("192.0.2.1");
  for (const nothing of [undefined, "", "unknown", "<script>", "203.0.113.9", ","]) {
    expect(callerOf(proxy, nothing)).toBe(proxy);
  }
});

test("a proxy without networks is trusted by its secret, of which the deployment has the hash", () => {
  const secret = "a long random text that the proxy adds";
  trustProxies({ secret: createHash("sha256").update(secret).digest("hex") });
  expect(callerOf("203.0.113.5", "192.0.2.1, 203.0.113.5", secret)).toBe("192.0.2.1");
  expect(callerOf("203.0.113.5", "192.0.2.1", secret)).toBe("192.0.2.1");
  expect(callerOf("203.0.113.5", "192.0.2.1, 203.0.113.5", `${secret}!`)).toBe("203.0.113.5");
  expect(callerOf("203.0.113.5", "192.0.2.1, 203.0.113.5")).toBe("203.0.113.5");
});
