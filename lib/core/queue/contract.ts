import type * as z from "zod";
import type { DueIndex } from "#core/due/shards.ts";
import type { Setting } from "#core/env.ts";
import type { EventType } from "#core/event-types.ts";
import type { Event } from "#core/events.ts";
import { domainIn, type FunctionOptions } from "#core/http/contract.ts";
import type { Message } from "./message.ts";

/** Times that a queue gives a message before it goes to the dead letters. */
export const MAX_DELIVERIES = 5;

/** What starts a worker. */
export type Trigger =
  /** Messages of the worker's own SQS queue, which has its own dead-letter queue. The queue is named as the worker, in kebab case. */
  | (Taking & {
      kind: "queue";
      batchSize?: number;
      maxConcurrency?: number;
    })
  /** Inserts of outbox items into the table. */
  | { kind: "stream" }
  /** The minute tick. */
  | { kind: "schedule"; everyMinutes: number }
  /** Records whose second has come: see `lib/core/due`. */
  | { kind: "due"; of: readonly DueIndex[] }
  /** A function URL behind the CDN. */
  | { kind: "url" };

/** What a queue takes. */
type Taking =
  /** The worker's own declared message, or the events that the fan-out puts there. */
  | { message: Message | typeof Event; foreign?: false }
  /** Another service's own messages: JSON, or texts. */
  | { message: z.ZodType; foreign: true };

/** The schema that a message of a queue is parsed with. */
export function schemaOf({ message }: Taking): z.ZodType {
  return "worker" in message ? message.schema : message;
}

interface WorkerOptions extends FunctionOptions {
  summary: string;
  trigger: Trigger;
  /** Event types that the fan-out puts into this worker's queue. `"*"` is every event. */
  on?: readonly (EventType | "*")[];
  /** Kind of record that it gets as a change has left it: of those that say `watched`, in no order and at least once. */
  watches?: string;
  /** Kinds of records of whose every change it is told by name, those of a tenant in one batch of the stream together. */
  counts?: readonly string[];
  /** What the worker takes that gets the events of a tenant with very many of them, so that they delay nobody else's. */
  overflowTo?: Message;
  emits?: readonly EventType[];
  /** Setting without which there is nothing for it to do: it is deployed only where that is set. */
  onlyIf?: Setting;
}

export interface Worker extends WorkerOptions {
  readonly id: string;
  /** Where the handler lies under `functions/`: area and domain. */
  readonly folder: string;
  readonly domain: string;
}

/** What the fan-out knows of a worker. */
export type Subscription = Pick<Worker, "id" | "watches" | "counts"> & {
  /** Id of the worker for a tenant with very many events. */
  readonly crowdTo?: string | undefined;
  readonly on?: readonly string[];
};

/** What the fan-out has to know: the workers that get what the table's stream carries. */
export function subscriptionsOf(all: readonly Worker[]): Subscription[] {
  return all
    .filter(({ on, watches, counts }) => on ?? watches ?? counts)
    .map(({ id, on, watches, counts, overflowTo: crowdTo }) => ({
      id,
      on,
      watches,
      counts,
      crowdTo: crowdTo?.worker,
    }));
}

/** Holds that a worker takes no message that is declared for another. */
type OwnMessages<E> = {
  [K in keyof E]: E[K] extends { trigger: { message: Message<infer W> } }
    ? { trigger: { message: W extends K ? Message : `the message of ${W}` } }
    : unknown;
};

/**
 * Declares the workers of a domain, keyed by name: `sendEmail` lives in `send-email.worker.ts`.
 *
 * @param folder area and domain, the folder under `functions/` that holds them: `content/forms`
 */
export function workers<const E extends Record<string, WorkerOptions>>(
  folder: string,
  entries: E & OwnMessages<E>,
): { [K in keyof E]: Worker & E[K] } {
  const made: Record<string, Worker> = {};
  for (const [id, options] of Object.entries<WorkerOptions>(entries))
    made[id] = { ...options, id, folder, domain: domainIn(folder) };
  // Safe: one worker for each key, made from that key's options.
  return made as { [K in keyof E]: Worker & E[K] };
}
