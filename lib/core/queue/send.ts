import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { env } from "#core/env.ts";

/** One message for a queue; `id` is the same on every try, so that a worker can tell a repeat. */
export interface Outgoing {
  id: string;
  body: unknown;
  /** Seconds before anybody sees it, at most 900. */
  delay?: number;
}

let client: SQSClient | undefined;
const BATCH = 10;
const BATCH_BYTES = 900_000;

/**
 * Puts messages into a queue, ten a request.
 *
 * @param queue name of the worker, in kebab case
 * @returns ids of those that SQS did not take
 */
export async function sendMessages(queue: string, messages: Outgoing[]): Promise<string[]> {
  client ??= new SQSClient({ maxAttempts: 4 });
  const failed: string[] = [];
  for (const batch of batches(messages)) {
    const reply = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: `${env("QUEUE_URL_PREFIX")}${queue}`,
        Entries: batch.map(({ id, body, delay }, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify({ id, body }),
          ...(delay ? { DelaySeconds: Math.min(900, Math.ceil(delay)) } : {}),
        })),
      }),
    );
    for (const { Id } of reply.Failed ?? []) failed.push(batch[Number(Id)]?.id ?? "");
  }
  return failed;
}

function batches(messages: Outgoing[]): Outgoing[][] {
  const all: Outgoing[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = JSON.stringify(message.body).length * 2;
    const last = all.at(-1);
    if (!last || last.length === BATCH || bytes + size > BATCH_BYTES) {
      all.push([message]);
      bytes = size;
    } else {
      last.push(message);
      bytes += size;
    }
  }
  return all;
}
