import { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isPublicAddress } from "#core/ip-address.ts";
import { CreateWebhook, TestWebhook, UpdateWebhook } from "#lib/delivery/webhooks/schema.ts";
import { deliver, type WebhookPayload } from "#lib/delivery/webhooks/send.ts";
import { Configs, UpdateBusiness } from "#lib/tenancy/tenants/schema.ts";
import { serve } from "#test/support/serve.ts";

const sockets: string[] = [];
const requests: string[] = [];
const connect = Socket.prototype.connect;

// A server at every name of this machine, which would answer if a socket were opened.
const { port, stop } = await serve((request, response) => {
  requests.push(request.url ?? "");
  response.end("inside");
});

beforeAll(() => {
  delete process.env.OUTBOUND_LOOPBACK;
  Socket.prototype.connect = function watched(this: Socket, ...given: never[]) {
    this.once("connectionAttempt", (ip: string) => sockets.push(ip));
    return Reflect.apply(connect, this, given);
  } as typeof connect;
});
afterAll(() => {
  Socket.prototype.connect = connect;
  stop();
});

const payload: WebhookPayload = {
  id: "evt_1",
  type: "order.created",
  timestamp: 1,
  business_id: "store_1",
  businessId: "store_1",
  sequence: 1,
  actor: { type: "system", id: "test" },
  data: {},
};

const HOSTS = `
  127.0.0.1 127.1 127.0.1 2130706433 017700000001 0177.0.0.1 0x7f.0.0.1 0x7f000001 0X7F.0X0.0X0.0X1
  127.0.0.1. 127.255.255.254 %31%32%37.0.0.1 １２７.０.０.１ ①②⑦.0.0.1 127。0。0。1 0 0.0.0.0 0x0 0.1.2.3 localhost
  LOCALHOST localhost. ｌｏｃａｌｈｏｓｔ 10.0.0.1 10.255.255.255 0xa.0.0.1 100.64.0.1 100.127.255.254
  169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.170.2 172.16.0.1 172.31.255.254
  192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.254 3232235521 198.18.0.1 198.51.100.1
  203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 [::1] [0:0:0:0:0:0:0:1] [::]
  [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::ffff:169.254.169.254] [::127.0.0.1]
  [::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::169.254.169.254] [64:ff9b:1::7f00:1]
  [2002:7f00:1::] [2002:a9fe:a9fe::1] [2001:0:7f00:1::] [2001::1] [2001:db8::1] [fc00::1]
  [fd12:3456:789a::1] [fe80::1] [fec0::1] [ff02::1] [100::1] [5f00::1]
`
  .trim()
  .split(/\s+/);

test(`no socket is opened to a non-public address, by any of ${HOSTS.length * 2} spellings`, async () => {
  for (const host of HOSTS) {
    for (const url of [`http://${host}:${port}/`, `https://${host}/`]) {
      const outcome = await deliver({ url, headers: {}, secrets: ["a secret of no worth"] }, payload, 1);
      expect(outcome, url).toMatchObject({ success: false, status: null });
    }
  }
  expect(requests).toEqual([]);
  expect(sockets.filter((ip) => !isPublicAddress(ip))).toEqual([]);
});

// RFC 6761, RFC 6762, RFC 8375, and ICANN's name for private networks. A name without a dot is not public either (ICANN
// board, 13 August 2013), and nothing listens at port 0 (RFC 6335).
const NAMES = "shop.localhost printer.local PRINTER.LOCAL. nas.home.arpa api.internal intranet".split(" ");

test("a URL that must not be called is refused with the path of its field", () => {
  const all = [...HOSTS, ...NAMES].flatMap((host) => [`http://${host}:${port}/`, `https://${host}/`]);
  for (const url of [...all, "http://example.com:0/"]) {
    const sent = [
      [CreateWebhook.safeParse({ url }), "url"],
      [UpdateWebhook.safeParse({ url }), "url"],
      [TestWebhook.safeParse({ url }), "url"],
      [UpdateBusiness.safeParse({ configs: { webhooks: [{ url }] } }), "configs.webhooks.0.url"],
      [UpdateBusiness.safeParse({ configs: { buildHooks: [url] } }), "configs.buildHooks.0"],
      [UpdateBusiness.safeParse({ configs: { webhookUrl: url } }), "configs.webhookUrl"],
    ] as const;
    for (const [{ error }, place] of sent) {
      const said = error?.issues.map(({ path, message }) => [path.join("."), message]);
      expect(said, `${url} at ${place}`).toEqual([
        [place, "leads to no public address, and no other is ever called"],
      ]);
    }
  }
});

test("a URL is accepted with any port if only a DNS lookup can show where it leads", () => {
  for (const url of [
    "https://example.com/",
    "http://example.com:8080/",
    "http://8.8.8.8/",
    "http://[2606:4700::1]/",
  ])
    expect(CreateWebhook.safeParse({ url }).success, url).toBe(true);
  expect(Configs.safeParse({ webhooks: [{ url: "http://10.0.0.1/" }] }).success).toBe(true);
});

test("a machine that may call itself accepts its own names and no other private address", () => {
  process.env.OUTBOUND_LOOPBACK = "1";
  try {
    const taken = [...HOSTS, ...NAMES].filter(
      (host) => CreateWebhook.safeParse({ url: `http://${host}/` }).success,
    );
    for (const host of taken)
      expect(new URL(`http://${host}/`).hostname).toMatch(/^(127\.0\.0\.1|\[::1\]|(.*\.)?localhost)$/);
    expect(taken).toEqual(
      expect.arrayContaining(["127.0.0.1", "2130706433", "localhost", "[::1]", "shop.localhost"]),
    );
  } finally {
    delete process.env.OUTBOUND_LOOPBACK;
  }
});

test("URLs with credentials or other protocols are refused", () => {
  const refused = String.raw`
    http://user@example.com/ http://user:secret@example.com/ http://example.com@127.0.0.1/
    http://127.0.0.1\@example.com/ ftp://example.com/ file:///etc/passwd gopher://127.0.0.1:6379/_SET
    javascript:alert(1) data:text/plain,x //example.com/ example.com http:// ws://example.com/
  `
    .trim()
    .split(/\s+/);
  for (const url of [...refused, "http://exa mple.com/"])
    expect(CreateWebhook.safeParse({ url }).success, url).toBe(false);
});

test("headers cannot break out of their line or replace the delivery's own", () => {
  const refused = [
    { "x-a": "1\r\nx-b: 2" },
    { "x-a": "1\n2" },
    { "x-a": "\u0000" },
    { "x a": "1" },
    { "x:a": "1" },
    { "": "1" },
    { "webhook-id": "1" },
    { "Webhook-Signature": "v1,x" },
    { Host: "example.com" },
    { "content-length": "0" },
    { "Transfer-Encoding": "chunked" },
  ];
  for (const headers of refused) {
    expect(
      CreateWebhook.safeParse({ url: "https://example.com/", headers }).success,
      JSON.stringify(headers),
    ).toBe(false);
  }
});
