import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { requestClock } from "#core/clock.ts";
import type { Context } from "#core/context.ts";
import { attempt } from "#core/dynamo/attempt.ts";
import { logger } from "#core/log.ts";
import type { Worker } from "./contract.ts";

const Envelope = z.object({ id: z.string(), body: z.unknown() });

type MessageOf<W extends Worker> = W["trigger"] extends { kind: "queue"; message: infer M extends z.ZodType }
  ? z.output<M>
  : never;

/** What a worker knows of the delivery besides the message. */
export interface Delivery {
  /** The same on every try of one message. */
  id: string;
  /** 1 on the first try. */
  tries: number;
}

/**
 * The handler of a queue's worker. Messages are taken one after the other; those that throw go back to the queue and,
 * after five tries, to its dead-letter queue, and the others are not repeated for it.
 */
export function worker<W extends Worker>(
  declared: W,
  run: (ctx: Context, message: MessageOf<W>, delivery: Delivery) => Promise<void>,
) {
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse["batchItemFailures"] = [];
    for (const record of event.Records) {
      try {
        await handle(declared, run, record);
      } catch (error) {
        logger.error("message failed", {
          worker: declared.id,
          message: record.messageId,
          error: error as Error,
        });
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    }
    return { batchItemFailures };
  };
}

/** The context of work that nobody's request carries. */
export function systemContext(declared: Worker, requestId: string, localTime?: string): Context {
  const clock = requestClock(localTime);
  return {
    requestId,
    operation: declared.id,
    actor: { kind: "system", id: declared.id },
    now: () => Math.floor(clock()),
    clock,
    ip: "",
    userAgent: "",
    emits: declared.emits ?? [],
    may: async () => true,
  };
}

async function handle<W extends Worker>(
  declared: W,
  run: (ctx: Context, message: MessageOf<W>, delivery: Delivery) => Promise<void>,
  record: SQSRecord,
): Promise<void> {
  const { trigger } = declared;
  if (trigger.kind !== "queue") throw new Error(`${declared.id} is not started by a queue.`);
  const envelope = Envelope.parse(JSON.parse(record.body));
  // Safe: parsed with the very schema that MessageOf names.
  const message = trigger.message.parse(envelope.body) as MessageOf<W>;
  const ctx = systemContext(declared, envelope.id, record.messageAttributes?.["x-local-time"]?.stringValue);
  const tries = Number(record.attributes.ApproximateReceiveCount);
  await attempt(() => run(ctx, message, { id: envelope.id, tries }));
}
