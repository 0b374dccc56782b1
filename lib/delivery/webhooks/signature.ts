import { createHmac } from "node:crypto";

/**
 * The headers of a delivery according to Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): HMAC-SHA256 over id,
 * timestamp and body, one signature for each given secret.
 *
 * @param timestamp time of this attempt, in seconds
 */
export function signedHeaders(
  id: string,
  timestamp: number,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.${body}`, "utf8").digest("base64")}`,
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

/** The signing key of a secret: the decoded base64 after `whsec_`, or else the bytes of the text itself. */
function keyOf(secret: string): Buffer {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(
    secret,
  )?.[1];
  return encoded === undefined ? Buffer.from(secret, "utf8") : Buffer.from(encoded, "base64");
}
