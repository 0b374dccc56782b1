import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { type Context, requestClock } from "#core/context.ts";
import { DueShard } from "#core/due/shards.ts";
import { attempt } from "#core/dynamo/retry.ts";
import { logger } from "#core/log.ts";
import { isThrottled } from "#core/throttled.ts";
import { schemaOf, type Worker } from "./contract.ts";
import type { Message } from "./message.ts";

const Envelope = z.object({ id: z.string(), request: z.string().optional(), body: z.unknown() });

type MessageOf<W extends Worker> = W["trigger"] extends { message: Message<string, infer S> }
  ? z.output<S>
  : W["trigger"] extends { message: infer S extends z.ZodType }
    ? z.output<S>
    : never;

/** What a worker knows of the delivery besides the message. */
export interface Delivery {
  /** It does not change from try to try of one message. */
  id: string;
  /** 1 on the first try. */
  tries: number;
  /** Milliseconds by `Date.now()` at which the function ends, whatever it is doing. */
  until: number;
}

/** What Lambda says of the time. */
interface Remaining {
  getRemainingTimeInMillis(): number;
}

/** Part of a worker's time in which it begins no further message: that is left to another invocation. */
const LAST = 0.1;

/**
 * The handler of a queue's worker. Messages are taken one after the other; those that throw go back to the queue and,
 * after five tries, to its dead-letter queue, and the others are not repeated for it. So do those that were not begun
 * when the time ran low.
 */
export function worker<W extends Worker>(
  declared: W,
  run: (ctx: Context, message: MessageOf<W>, delivery: Delivery) => Promise<void>,
) {
  return async (event: SQSEvent, lambda?: Remaining): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse["batchItemFailures"] = [];
    const left = lambda?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
    const until = Date.now() + left;
    for (const [index, record] of event.Records.entries()) {
      try {
        if (index > 0 && until - Date.now() < LAST * left)
          throw new Error("The time ran low before its turn.");
        await handle(declared, run, record, until);
      } catch (error) {
        tell("message", { worker: declared.id, ...originOf(declared, record) }, error);
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    }
    return { batchItemFailures };
  };
}

/**
 * The handler of a queue's worker that takes the messages of a batch together. If it throws, all of them go back, so
 * it must be safe to run again with any of them.
 *
 * @param run may return a set of those messages that are to go back while the others are done
 */
export function batchWorker<W extends Worker>(
  declared: W,
  run: (ctx: Context, messages: MessageOf<W>[]) => Promise<unknown>,
) {
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const [first] = event.Records;
    if (!first) return { batchItemFailures: [] };
    try {
      const messages = event.Records.map((record) => messageIn(declared, record).message);
      const ctx = contextOf(declared, first, first.messageId);
      const failed = await attempt(() => run(ctx, messages));
      const back = event.Records.filter((_, index) => failed instanceof Set && failed.has(messages[index]));
      return { batchItemFailures: back.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    } catch (error) {
      tell("batch", { worker: declared.id }, error);
      return { batchItemFailures: event.Records.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    }
  };
}

/** Logs what goes back to its queue: an error where something is wrong, and not where a service just took no more. */
function tell(what: string, of: Record<string, string>, error: unknown): void {
  if (isThrottled(error)) logger.warn(`${what} throttled`, { ...of, name: (error as Error).name });
  else logger.error(`${what} failed`, { ...of, error: error as Error });
}

/** The context of work that nobody's request carries. */
export function systemContext(declared: Worker, requestId: string, localTime?: string): Context {
  const clock = requestClock(localTime);
  return {
    requestId,
    operation: declared.id,
    family: "store",
    actor: { kind: "system", id: declared.id },
    now: () => Math.floor(clock()),
    clock,
    ip: "",
    userAgent: "",
    emits: declared.emits ?? [],
    guards: undefined,
    may: async () => true,
  };
}

async function handle<W extends Worker>(
  declared: W,
  run: (ctx: Context, message: MessageOf<W>, delivery: Delivery) => Promise<void>,
  record: SQSRecord,
  until: number,
): Promise<void> {
  const { id, message, request = id } = messageIn(declared, record);
  const tries = Number(record.attributes.ApproximateReceiveCount);
  const began = performance.now();
  await attempt(() => run(contextOf(declared, record, request), message, { id, tries, until }));
  const ms = Math.round(performance.now() - began);
  logger.info("worked", { worker: declared.id, msg: id, request, tenant: tenantIn(message), tries, ms });
}

/** Whose a message is, where it says so. */
function tenantIn(message: unknown): string | undefined {
  const { tenant_id, business_id, store_id } = Object(message) as Record<string, unknown>;
  const tenant = tenant_id ?? business_id ?? store_id;
  return typeof tenant === "string" ? tenant : undefined;
}

/** What a message that failed is known by: SQS's own name where it cannot be read. */
function originOf(declared: Worker, record: SQSRecord): Record<string, string> {
  try {
    const { id, message, request = id } = messageIn(declared, record);
    const tenant = tenantIn(message);
    return { msg: id, request, ...(tenant === undefined ? {} : { tenant }) };
  } catch {
    return { msg: record.messageId };
  }
}

interface Taken<W extends Worker> {
  id: string;
  message: MessageOf<W>;
  /** The request that it comes of. */
  request?: string | undefined;
}

function messageIn<W extends Worker>(declared: W, record: SQSRecord): Taken<W> {
  const { trigger } = declared;
  if (trigger.kind === "due") {
    const { id, request, body } = Envelope.parse(JSON.parse(record.body));
    // Safe: a worker of what is due has no other message.
    return { id, request, message: DueShard.parse(body) as MessageOf<W> };
  }
  if (trigger.kind !== "queue") throw new Error(`${declared.id} is not started by a queue.`);
  const { id, request, body } = trigger.foreign
    ? { id: record.messageId, request: undefined, body: foreignBody(record.body) }
    : Envelope.parse(JSON.parse(record.body));
  // Safe: parsed with the very schema that MessageOf names.
  return { id, request, message: schemaOf(trigger).parse(body) as MessageOf<W> };
}

/** What another service sends: JSON, or a text where it is none. */
function foreignBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function contextOf(declared: Worker, record: SQSRecord, id: string): Context {
  return systemContext(declared, id, record.messageAttributes?.["x-local-time"]?.stringValue);
}
