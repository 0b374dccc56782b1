import { Webhook } from "standardwebhooks";

/** What a webhook brought, if its signature holds; throws otherwise. `body` is the text as it came, unparsed. */
export function verifyWebhook(secret: string, headers: Record<string, string>, body: string): unknown {
  return new Webhook(secret).verify(body, headers);
}
