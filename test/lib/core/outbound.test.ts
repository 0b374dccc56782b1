import type { RequestListener, Server } from "node:http";
import { Socket } from "node:net";
import { pipeline, Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { isPublicAddress } from "#core/ip-address.ts";
import { type OutboundOptions, outboundFetch } from "#core/outbound.ts";
import { pause } from "#test/support/pause.ts";
import { serve } from "#test/support/serve.ts";

const LIMITS: OutboundOptions = { timeoutMs: 30_000, maxBytes: 1000, redirects: 3 };
/** The newest server of this test. */
let newest: Server;
let connectedTo: string[] = [];
const { connect } = Socket.prototype;

/** A public IP address that leads to a server of this test. */
const PUBLIC_ADDRESS = "198.41.0.4";
let sitePort = 0;
/** The remote IP address that sockets report. */
let reportedAddress: string | undefined;

beforeEach(() => {
  connectedTo = [];
  sitePort = 0;
  reportedAddress = undefined;
  vi.stubEnv("OUTBOUND_LOOPBACK", "");
  // Every socket of this process is opened by this function, which gets its IP address.
  vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [[options = {}] = []]: { host?: string; port?: number }[][] = args as never;
    if (sitePort > 0 && options.host === PUBLIC_ADDRESS) {
      connectedTo.push(PUBLIC_ADDRESS);
      Object.defineProperty(this, "remoteAddress", { value: PUBLIC_ADDRESS });
      return Reflect.apply(connect, this, [{ host: "127.0.0.1", port: sitePort }]);
    }
    if (reportedAddress) Object.defineProperty(this, "remoteAddress", { value: reportedAddress });
    this.on("connectionAttempt", (address) => {
      connectedTo.push(address);
      // The IP address is known now, and the test does not wait for the network.
      if (isPublicAddress(address)) setImmediate(() => this.destroy(new Error("No test asks the world.")));
    });
    return Reflect.apply(connect, this, args);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function serveUntilEnd(listener: RequestListener): Promise<{ port: number; url: string }> {
  const { server, port, url, stop } = await serve(listener);
  onTestFinished(stop);
  newest = server;
  return { port, url: `${url}/` };
}

/** A server of this machine, where requests to it are allowed. */
async function loopbackServer(listener: RequestListener): Promise<string> {
  vi.stubEnv("OUTBOUND_LOOPBACK", "1");
  return (await serveUntilEnd(listener)).url;
}

/** A server with a public IP address. */
async function publicServer(listener: RequestListener): Promise<string> {
  sitePort = (await serveUntilEnd(listener)).port;
  return `http://${PUBLIC_ADDRESS}/`;
}

const PRIVATE_IPS = [
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254"],
  ...["169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1"],
  ...["192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1"],
  ...["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1"],
  ...["64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b::", "64:ff9b:1::808:808", "100::1", "2001::1"],
  ...["2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::", "2002:808:808::", "3fff::1"],
  ...["5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "2606:4700::1111%1", "fec0::1"],
  ...["ff02::1", "4000::1", "", "localhost", "8.8.8", "8.8.8.8.8", "0x8.8.8.8"],
];
const PUBLIC_IPS = [
  ...["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
  ...["128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255"],
  ...["192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700:4700::1111"],
  ...["2a00:1450:4001::200e", "64:ff9b::8.8.8.8", "2001:4860:4860::8888"],
];

describe("an IP address", () => {
  test.each(PRIVATE_IPS)("%s is not of the public internet", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  test.each(PUBLIC_IPS)("%s is of the public internet", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

const SPELLINGS = [
  ...["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0x0.0x0.0x1", "017700000001"],
  ...["0177.0.0.1", "127.0.0.1.", "0", "0.0.0.0", "①②⑦.⓪.⓪.①", "[::1]", "[::]", "[::ffff:127.0.0.1]"],
  ...["[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:0001]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]"],
  ...["169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "[::ffff:169.254.169.254]"],
  ...["[fd00:ec2::254]", "[fe80::1]", "10.1.2.3", "192.168.1.1", "172.20.0.1", "100.100.100.200"],
  ...["localhost", "LOCALHOST", "127。0。0。1"],
];

describe("no socket opens", () => {
  test.each(SPELLINGS)("to %s", async (host) => {
    const { port } = await serveUntilEnd((_, response) => response.end("secret"));
    await expect(outboundFetch(`http://${host}:${port}/`, LIMITS)).rejects.toMatchObject({
      reason: "address",
    });
    expect(connectedTo).toEqual([]);
  });

  test("to a name with private addresses, whatever other ones it has", async () => {
    const resolve = async () => ["10.0.0.1", "::1", "fe80::1%lo", "not an address"];
    const attempt = outboundFetch("http://inside.example/", { ...LIMITS, resolve });
    await expect(attempt).rejects.toMatchObject({ reason: "address" });
    expect(connectedTo).toEqual([]);
  });

  test("to the second answer of a name that changes between look-ups", async () => {
    const { port } = await serveUntilEnd((_, response) => response.end("secret"));
    let asked = 0;
    const resolve = async () => (asked++ === 0 ? ["198.41.0.4"] : ["127.0.0.1"]);
    const attempts = [1, 2].map(() =>
      outboundFetch(`http://rebinds.example:${port}/`, { ...LIMITS, resolve }),
    );
    await Promise.allSettled(attempts);
    expect(asked).toBe(2);
    expect(connectedTo).toEqual(["198.41.0.4"]);
  });

  test("to the private target of a redirect", async () => {
    const inside = await serveUntilEnd((_, response) => response.end("secret"));
    for (const loopback of ["", "1"]) {
      vi.stubEnv("OUTBOUND_LOOPBACK", loopback);
      for (const location of [inside.url, `http://localhost:${inside.port}/`, "http://[::1]/", "//0x7f.1/"]) {
        const url = await publicServer((_, response) => response.writeHead(302, { location }).end());
        connectedTo = [];
        await expect(outboundFetch(url, LIMITS)).rejects.toMatchObject({ reason: "address" });
        expect(connectedTo).toEqual([PUBLIC_ADDRESS]);
      }
    }
  });

  test.each([
    "file:///etc/passwd",
    "gopher://8.8.8.8/",
    "ftp://8.8.8.8/",
    "8.8.8.8",
    "http://",
    "http://a:b@8.8.8.8/",
  ])("for %s, which is no plain http address", async (url) => {
    await expect(outboundFetch(url, LIMITS)).rejects.toMatchObject({ reason: "url" });
    expect(connectedTo).toEqual([]);
  });
});

describe("where a machine may request itself", () => {
  test.each(["127.0.0.1", "localhost", "LocalHost", "127.1", "2130706433"])(
    "%s answers, at whatever port",
    async (host) => {
      const { port } = new URL(await loopbackServer((_, response) => response.end("hello")));
      const reply = await outboundFetch(`http://${host}:${port}/`, LIMITS);
      expect((await reply.bytes()).toString()).toBe("hello");
    },
  );

  test("its own names lead nowhere else, and no other name leads to it", async () => {
    const { port } = new URL(await loopbackServer((_, response) => response.end("secret")));
    const refused = { reason: "address" };
    for (const address of ["10.0.0.1", "127.0.0.2", "198.41.0.4", "::ffff:127.0.0.1"]) {
      const resolve = async () => [address];
      await expect(outboundFetch(`http://localhost:${port}/`, { ...LIMITS, resolve })).rejects.toMatchObject(
        refused,
      );
    }
    const resolve = async () => ["127.0.0.1"];
    await expect(
      outboundFetch(`http://inside.example:${port}/`, { ...LIMITS, resolve }),
    ).rejects.toMatchObject(refused);
    expect(connectedTo).toEqual([]);
  });

  test.each(SPELLINGS.filter((host) => !/^(127|2130|0x7f|0177|017700|①|\[::1\]|localhost)/i.test(host)))(
    "%s stays closed",
    async (host) => {
      vi.stubEnv("OUTBOUND_LOOPBACK", "1");
      await expect(outboundFetch(`http://${host}/`, LIMITS)).rejects.toMatchObject({ reason: "address" });
      expect(connectedTo).toEqual([]);
    },
  );

  test("the address of a socket counts, whatever the look-up returned", async () => {
    const url = await loopbackServer((_, response) => response.end("secret"));
    reportedAddress = "10.0.0.1";
    await expect(outboundFetch(url, LIMITS)).rejects.toMatchObject({ reason: "address" });
  });
});

describe("an answer", () => {
  test("has the status, headers and body, and the request was sent as given", async () => {
    const url = await loopbackServer(async (request, response) => {
      const chunks: Buffer[] = await request.toArray();
      response.writeHead(418, { "x-kind": "teapot" });
      response.end(`${request.method} ${request.headers["x-a"]} ${Buffer.concat(chunks)}`);
    });
    const reply = await outboundFetch(url, { ...LIMITS, method: "POST", headers: { "x-a": "1" }, body: "ü" });
    expect(reply).toMatchObject({ status: 418, url, headers: { "x-kind": "teapot" } });
    expect((await reply.bytes()).toString()).toBe("POST 1 ü");
  });

  test("is cut off at the limit, with or without a declared length", async () => {
    const told = await loopbackServer((_, response) => response.end("x".repeat(1001)));
    await expect(outboundFetch(told, LIMITS)).rejects.toMatchObject({ reason: "size" });
    const fits = await loopbackServer((_, response) => response.end("x".repeat(1000)));
    expect((await (await outboundFetch(fits, LIMITS)).bytes()).length).toBe(1000);
    const endless = await loopbackServer((_, response) => {
      const more = new Readable({
        read() {
          this.push("x".repeat(100));
        },
      });
      pipeline(more, response, () => undefined);
    });
    const reply = await outboundFetch(endless, LIMITS);
    await expect(reply.bytes()).rejects.toMatchObject({ reason: "size" });
    const unended = await loopbackServer((_, response) => response.write("x".repeat(100)));
    expect(await (await outboundFetch(unended, LIMITS)).excerpt(5)).toBe("xxxxx");
  });

  test("that never begins or never ends is given up on time", async () => {
    const limits = { ...LIMITS, timeoutMs: 150 };
    const silent = await loopbackServer(() => undefined);
    await expect(outboundFetch(silent, limits)).rejects.toMatchObject({ reason: "timeout" });
    const slow = await loopbackServer(async (_, response) => {
      for (; !response.closed; await pause(40)) response.write("x");
    });
    // It may not have started on a slow machine.
    const whole = outboundFetch(slow, limits).then((reply) => reply.bytes());
    await expect(whole).rejects.toMatchObject({ reason: "timeout" });
    const resolve = () => new Promise<string[]>(() => undefined);
    const lost = outboundFetch("http://slow.example/", { ...limits, resolve });
    await expect(lost).rejects.toMatchObject({ reason: "timeout" });
  });

  test("that changes the protocol without a request for it is an error at once", async () => {
    const url = await loopbackServer(() => undefined);
    newest.on("connection", (socket) =>
      socket.once("data", () =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
      ),
    );
    await expect(outboundFetch(url, LIMITS)).rejects.toMatchObject({ reason: "network" });
  });

  test("that lies about its length is an error", async () => {
    let cut = () => {};
    const url = await loopbackServer((_, response) => {
      response.writeHead(200, { "content-length": 500 }).write("short");
      cut = () => response.destroy();
    });
    const reply = await outboundFetch(url, LIMITS);
    cut();
    await expect(reply.bytes()).rejects.toMatchObject({ reason: "network" });
  });
});

describe("a redirect", () => {
  test("is an answer where none may be followed, and an error where there are too many", async () => {
    const url = await loopbackServer((_, response) => response.writeHead(307, { location: "/again" }).end());
    const reply = await outboundFetch(url, { ...LIMITS, redirects: 0 });
    expect(reply).toMatchObject({ status: 307, headers: { location: "/again" } });
    await expect(outboundFetch(url, LIMITS)).rejects.toMatchObject({ reason: "redirects" });
  });

  test("carries no credentials to another origin, and no body where the method becomes GET", async () => {
    const other = await loopbackServer(async (request, response) => {
      const { authorization = "none", "x-a": kept } = request.headers;
      response.end(`${request.method} ${authorization} ${kept} ${(await request.toArray()).length}`);
    });
    const url = await loopbackServer((_, response) => response.writeHead(303, { location: other }).end());
    const headers = { Authorization: "Bearer secret", "x-a": "1" };
    const reply = await outboundFetch(url, { ...LIMITS, method: "POST", body: "body", headers });
    expect(reply.url).toBe(other);
    expect((await reply.bytes()).toString()).toBe("GET none 1 0");
  });
});
