import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { type Context, requestClock } from "#core/context.ts";
import { DueShard } from "#core/due/shards.ts";
import { once } from "#core/dynamo/key.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { Event } from "#core/events.ts";
import { logger } from "#core/log.ts";
import { logLineFields, withLogContext } from "#core/log-context.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { isThrottled } from "#core/throttled.ts";
import { MAX_DELIVERIES, schemaOf, type Worker } from "./contract.ts";
import type { Message } from "./message.ts";

const Envelope = z.object({ id: z.string(), request: z.string().optional(), body: z.unknown() });

type MessageOf<W extends Worker> = W["trigger"] extends { message: Message<string, infer S> }
  ? z.output<S>
  : W["trigger"] extends { message: infer S extends z.ZodType }
    ? z.output<S>
    : never;

export interface Delivery {
  /** Id of the message, which is the same on every try. */
  id: string;
  /** 1 on the first try. */
  tries: number;
  /** When Lambda ends the function, in milliseconds by `Date.now()`. */
  until: number;
}

interface RemainingTime {
  getRemainingTimeInMillis(): number;
}

/**
 * The share at the end of a worker's time in which it starts no further message. Another invocation takes the
 * messages that are left.
 */
const LAST_SHARE = 0.1;

/**
 * The handler of a queue's worker, which takes messages one after the other. A message that throws goes back to the
 * queue, and after five tries to the dead-letter queue; the others are not repeated. Messages that were not started
 * when the time ran low go back too.
 */
export function worker<W extends Worker>(
  declared: W,
  run: (ctx: Context, message: MessageOf<W>, delivery: Delivery) => Promise<void>,
) {
  return async (event: SQSEvent, lambda?: RemainingTime): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse["batchItemFailures"] = [];
    const left = lambda?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
    const until = Date.now() + left;
    for (const [index, record] of event.Records.entries()) {
      const isLate = index > 0 && until - Date.now() < LAST_SHARE * left;
      const done = await handleMessage(declared, record, async (readMessage) => {
        if (isLate) throw new NoTimeLeft("The time ran low before its turn.");
        const { id, message, request = id } = readMessage();
        const delivery = { id, tries: triesOf(record), until };
        await withRetries(() => run(contextOf(declared, record, request), message, delivery));
      });
      if (!done) batchItemFailures.push({ itemIdentifier: record.messageId });
    }
    return { batchItemFailures };
  };
}

/**
 * The handler of a queue's worker that takes the messages of a batch together. If it throws, all of them go back, so
 * it must be safe to run again with any of them.
 *
 * @param run may return a set of messages that go back while the others are done
 */
export function batchWorker<W extends Worker>(
  declared: W,
  run: (ctx: Context, messages: MessageOf<W>[]) => Promise<unknown>,
) {
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const [first] = event.Records;
    if (!first) return { batchItemFailures: [] };
    const read = event.Records.map((record) => once(() => messageIn(declared, record)));
    const all = async () => {
      const messages = read.map((readMessage) => readMessage().message);
      const failed = await withRetries(() => run(contextOf(declared, first, first.messageId), messages));
      return new Set(messages.filter((message) => failed instanceof Set && failed.has(message)));
    };
    const running = withLogContext({}, all);
    const done = await sideBySide(
      event.Records.map((record, index) => {
        const end = async (readMessage: () => ReceivedMessage<W>) => {
          if ((await running).has(readMessage().message)) throw new MessageReturned("It was put back.");
        };
        return handleMessage(declared, record, end, read[index]);
      }),
    );
    const back = event.Records.filter((_, index) => !done[index]);
    return { batchItemFailures: back.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

/** Thrown for a message that goes back although nothing is wrong: no time is left, or a record does not exist yet. */
class MessageReturned extends Error {}
class NoTimeLeft extends MessageReturned {}

/**
 * Handles a message and logs one line with its tenant and the result. A message that goes back is logged as an error
 * only where something is wrong, not where a service throttled.
 *
 * @returns whether it is done
 */
async function handleMessage<W extends Worker>(
  declared: W,
  record: SQSRecord,
  run: (readMessage: () => ReceivedMessage<W>) => Promise<void>,
  readMessage: () => ReceivedMessage<W> = once(() => messageIn(declared, record)),
): Promise<boolean> {
  const { named, ...of } = originOf(declared, record, readMessage);
  const began = performance.now();
  const tries = triesOf(record);
  const line = (outcome: string) => ({
    worker: declared.id,
    ...named,
    ...logLineFields(),
    outcome,
    tries,
    ms: Math.round(performance.now() - began),
  });
  return withLogContext(of, async () => {
    try {
      await run(readMessage);
      logger.info("worked", line(String(logLineFields().outcome ?? "done")));
      return true;
    } catch (error) {
      const isOver = tries >= MAX_DELIVERIES;
      if (error instanceof MessageReturned) logger.warn("message put back", line(isOver ? "dead" : "back"));
      else if (isThrottled(error))
        logger.warn("message throttled", { ...line(isOver ? "dead" : "back"), name: (error as Error).name });
      else logger.error("message failed", { ...line(isOver ? "dead" : "failed"), ...failureOf(error) });
      return false;
    }
  });
}

const loggedErrors = new WeakSet<object>();

/** The log fields of an error. One that fails several messages of a batch is logged in full in the first line only. */
function failureOf(error: unknown) {
  if (!(error instanceof Error)) return { error };
  if (loggedErrors.has(error)) return { name: error.name, reason: error.message };
  loggedErrors.add(error);
  return { error };
}

function triesOf(record: SQSRecord): number {
  return Number(record.attributes.ApproximateReceiveCount);
}

/** The context of work without a request. */
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

function tenantIn(message: unknown): string | undefined {
  const { tenant_id, business_id, store_id } = Object(message) as Record<string, unknown>;
  const tenant = tenant_id ?? business_id ?? store_id;
  return typeof tenant === "string" ? tenant : undefined;
}

/**
 * What the log says of a message: its id, or SQS's where it is foreign or cannot be read. If it can be read,
 * also the request that caused it, or else the id, and the tenant.
 */
function originOf<W extends Worker>(declared: W, record: SQSRecord, readMessage: () => ReceivedMessage<W>) {
  try {
    const { id, message, request = id } = readMessage();
    const { trigger } = declared;
    const isEvent = trigger.kind === "queue" && trigger.foreign !== true && schemaOf(trigger) === Event;
    return { named: isEvent ? { event: id } : { msg: id }, request, tenant: tenantIn(message) };
  } catch {
    return { named: { msg: record.messageId }, request: undefined, tenant: undefined };
  }
}

interface ReceivedMessage<W extends Worker> {
  id: string;
  message: MessageOf<W>;
  /** Id of the request that caused the message. */
  request?: string | undefined;
}

function messageIn<W extends Worker>(declared: W, record: SQSRecord): ReceivedMessage<W> {
  const { trigger } = declared;
  if (trigger.kind === "due") {
    const { id, request, body } = Envelope.parse(JSON.parse(record.body));
    // Safe: a worker of due records has no other message.
    return { id, request, message: DueShard.parse(body) as MessageOf<W> };
  }
  if (trigger.kind !== "queue") throw new Error(`${declared.id} is not started by a queue.`);
  const { id, request, body } = trigger.foreign
    ? { id: record.messageId, request: undefined, body: foreignBody(record.body) }
    : Envelope.parse(JSON.parse(record.body));
  // Safe: parsed with the schema that MessageOf names.
  return { id, request, message: schemaOf(trigger).parse(body) as MessageOf<W> };
}

/** The body from another service: JSON, or else a text. */
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
