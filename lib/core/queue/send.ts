import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { timeouts } from "#core/aws.ts";
import { env, optionalEnv } from "#core/env.ts";
import { kebab } from "#core/http/contract.ts";
import { logger } from "#core/log.ts";
import { currentRequest } from "#core/log-context.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { Message } from "./message.ts";

/** One message for a queue; `id` is the same on every try, so that a worker recognizes a repeat. */
export interface Outgoing {
  id: string;
  body: unknown;
  /** Seconds before it is delivered, at most 900. */
  delay?: number;
  /** Id of the request that caused it; by default that of the running request. */
  request?: string | undefined;
}

/** Ids of messages that SQS did not take. */
interface UnsentIds {
  later: string[];
  never: string[];
}

let client: SQSClient | undefined;
const MAX_BATCH = 10;
const MAX_BATCH_BYTES = 900_000;

/** Puts one message into its worker's queue at once, without the table; throws when the queue does not take it. */
export async function sendNow<S extends z.ZodType>(
  { worker }: Message<string, S>,
  message: Outgoing & { body: z.input<NoInfer<S>> },
): Promise<void> {
  const { later, never } = await sendMessages(kebab(worker), [message]);
  if (later.length + never.length > 0) throw new Error(`The queue of ${worker} did not take a message.`);
}

/**
 * Puts messages into a worker's queue, ten a request. In a shared queue each message names its worker.
 *
 * @param worker in kebab case
 * @returns ids of those that SQS could not take now, and of those that it will never take, such as one too large
 */
export async function sendMessages(worker: string, messages: Outgoing[]): Promise<UnsentIds> {
  client ??= new SQSClient({ maxAttempts: 4, ...timeouts(4_000) });
  const sqs = client;
  const unsent: UnsentIds = { later: [], never: [] };
  const queue = queueOf(worker);
  const send = async (batch: SizedMessage[]) => {
    const reply = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: `${env("QUEUE_URL_PREFIX")}${queue}`,
        Entries: batch.map(({ text, delay }, index) => ({
          Id: String(index),
          MessageBody: text,
          ...(delay ? { DelaySeconds: Math.min(900, Math.ceil(delay)) } : {}),
        })),
      }),
    );
    for (const { Id, SenderFault, Code } of reply.Failed ?? []) {
      const id = batch[Number(Id)]?.id ?? "";
      if (SenderFault)
        logger.error("message refused", { alarm: "message-refused", worker, msg: id, code: Code });
      unsent[SenderFault ? "never" : "later"].push(id);
    }
  };
  await sideBySide(batchesOf(worker, messages).map(send));
  return unsent;
}

const MAX_MESSAGE_BYTES = 1024 * 1024;
const asEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

// SQS refuses U+FFFE and U+FFFF, and some emulators refuse all characters beyond U+FFFF, so these are escaped in the
// JSON. A message that SQS refuses for its text would block the stream.
function messageBody(value: unknown): string {
  const text = JSON.stringify(value).replace(/[\uFFFE\uFFFF]/g, asEscape);
  const plain = text.replace(/[\uD800-\uDFFF]/g, asEscape);
  return Buffer.byteLength(plain) < MAX_MESSAGE_BYTES ? plain : text;
}

interface SizedMessage {
  id: string;
  text: string;
  delay: number | undefined;
}

let sharedQueues: Readonly<Record<string, string>> | undefined;

/** The queue of a worker: its own, which has its name, or one that it shares. */
function queueOf(worker: string): string {
  sharedQueues ??= z.record(z.string(), z.string()).parse(JSON.parse(optionalEnv("SHARED_QUEUES") ?? "{}"));
  return sharedQueues[worker] ?? worker;
}

function batchesOf(to: string, messages: Outgoing[]): SizedMessage[][] {
  const all: SizedMessage[][] = [];
  let bytes = 0;
  for (const { id, body, delay, request = currentRequest() } of messages) {
    const message = { id, text: messageBody({ id, to, ...(request ? { request } : {}), body }), delay };
    const size = Buffer.byteLength(message.text);
    const last = all.at(-1);
    if (!last || last.length === MAX_BATCH || bytes + size > MAX_BATCH_BYTES) {
      all.push([message]);
      bytes = size;
    } else {
      last.push(message);
      bytes += size;
    }
  }
  return all;
}

export function isMissingQueue(error: unknown): boolean {
  return error instanceof Error && /QueueDoesNotExist|NonExistentQueue/.test(error.name);
}
