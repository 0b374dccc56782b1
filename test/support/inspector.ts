import { randomUUID } from "node:crypto";
import { inject } from "vitest";

type ReceivedWebhook = {
  id: number;
  name: string;
  headers: Record<string, string>;
  body: string;
  status: number;
};

/** A webhook URL at the stack's inspector that no other test uses. */
export function inspectorAddress(query = ""): { url: string; name: string } {
  const name = randomUUID();
  return { name, url: `${inject("addresses").webhooks}/${name}${query}` };
}

export async function receivedWebhooks(name: string): Promise<ReceivedWebhook[]> {
  const reply = await fetch(`${inject("addresses").webhooks}/${name}`, {
    headers: { accept: "application/json" },
  });
  const { items } = (await reply.json()) as { items: ReceivedWebhook[] };
  return items.toReversed();
}
