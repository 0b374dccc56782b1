import { sendNow } from "#core/queue/send.ts";
import { SendNewsletter } from "./messages.ts";

export async function queueSendStep(message: SendNewsletter, delay = 0): Promise<void> {
  const { entry_id, round, part } = message;
  const id = `${entry_id}:${round}:${part}:${Date.now()}`;
  await sendNow(SendNewsletter, { id, body: message, delay });
}
