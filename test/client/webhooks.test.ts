import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { type IncomingHeaders, verifyWebhook } from "#lib/client/client.ts";
import { signedHeaders } from "#lib/delivery/webhooks/signature.ts";

const secret = `whsec_${Buffer.from("0123456789abcdef01234567").toString("base64")}`;
const body = JSON.stringify({ id: "evt_1", type: "order.created", data: { title: "Schöne Tasse" } });
const now = new Date();
const plainHeaders = {
  "webhook-id": "evt_1",
  "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
  "webhook-signature": new Webhook(secret).sign("evt_1", now, body),
};
const capitalHeaders = Object.fromEntries(
  Object.entries(plainHeaders).map(([name, value]) => [
    name.replace(/(^|-)w/g, (each) => each.toUpperCase()),
    value,
  ]),
);

const HEADER_FORMS: [string, IncomingHeaders][] = [
  ["a plain object", plainHeaders],
  ["Fetch", new Headers(plainHeaders)],
  // Repeated headers are lists, and absent ones undefined.
  ["Express", { ...plainHeaders, "set-cookie": ["a=1", "b=2"], cookie: undefined }],
  ["API Gateway, payload 2.0", { ...plainHeaders, host: "example.com" }],
  ["API Gateway, payload 1.0", { ...capitalHeaders, Host: "example.com" }],
];

describe("a webhook", () => {
  test.each(HEADER_FORMS)("is accepted by its signature with the headers of %s", (_, headers) => {
    const event = verifyWebhook(secret, headers, body);
    expect(event).toEqual(JSON.parse(body));
    expect(event.type).toBe("order.created");
    expect(verifyWebhook(secret, headers, Buffer.from(body)).data).toEqual({ title: "Schöne Tasse" });
  });

  test.each(HEADER_FORMS)("is refused when one character differs (%s)", (_, headers) => {
    expect(() => verifyWebhook(secret, headers, body.replace("Tasse", "Kasse"))).toThrow();
    expect(() => verifyWebhook(`${secret.slice(0, -4)}AAAA`, headers, body)).toThrow();
  });

  test.each([secret, "my-shop-secret-2024", "0123456789abcdef0123456789abcdef", "whsec_of my own"])(
    "is accepted with the signature that the API makes by the secret %s",
    (own) => {
      const signed = signedHeaders("evt_1", Math.floor(Date.now() / 1000), body, ["another-secret", own]);
      expect(verifyWebhook(own, signed, body).id).toBe("evt_1");
      expect(() => verifyWebhook(`${own}x`, signed, body)).toThrow();
    },
  );

  test("without its headers is refused", () => {
    expect(() => verifyWebhook(secret, {}, body)).toThrow();
  });
});
