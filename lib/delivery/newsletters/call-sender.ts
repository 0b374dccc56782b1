import { sendNow } from "#core/queue/send.ts";
import { SendNewsletter } from "./messages.ts";

/** Puts a step of a shard into the queue. */
export async function callSender(message: SendNewsletter, delay = 0): Promise<void> {
  const { entry_id, round, shard } = message;
  const id = `${entry_id}:${round}:${shard}:${Date.now()}`;
  await sendNow(SendNewsletter, { id, body: message, delay });
}
