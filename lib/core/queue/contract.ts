import type * as z from "zod";
import type { DueIndex } from "#core/due/shards.ts";
import type { Setting } from "#core/env.ts";
import type { EventType } from "#core/event-types.ts";
import type { Event } from "#core/events.ts";
import { domainOf, type FunctionOptions } from "#core/http/contract.ts";
import type { Message } from "./message.ts";

/** Most deliveries of a message. If all of them fail it goes to the dead-letter queue. */
export const MAX_DELIVERIES = 5;

export type Trigger =
  /**
   * Messages of the worker's own SQS queue, which has a dead-letter queue. The queue has the worker's name in kebab
   * case.
   */
  | (QueueMessage & {
      kind: "queue";
      batchSize?: number;
      maxConcurrency?: number;
    })
  /** Inserts of outbox items into the table, from its stream. */
  | { kind: "stream" }
  /** Runs on a schedule. */
  | { kind: "schedule"; everyMinutes: number }
  /** Records that are due: see `lib/core/due`. */
  | { kind: "due"; of: readonly DueIndex[] }
  /** A function URL behind the CDN. */
  | { kind: "url" };

type QueueMessage =
  /** The worker's own declared message, or events from the fan-out. */
  | { message: Message | typeof Event; foreign?: false }
  /** Messages of another service: JSON, or texts. */
  | { message: z.ZodType; foreign: true };

export function schemaOf({ message }: QueueMessage): z.ZodType {
  return "worker" in message ? message.schema : message;
}

interface WorkerOptions extends FunctionOptions {
  summary: string;
  trigger: Trigger;
  /** Event types that the fan-out puts into this worker's queue; `"*"` is every event. */
  on?: readonly (EventType | "*")[];
  /** Gets changed items of this kind that have `watched` set: in no order, at least once. */
  watches?: string;
  /** Kinds of records whose changes wake it up, with one message for each tenant and kind in a batch of the stream. */
  wakesOnChangesOf?: readonly string[];
  /**
   * The message of another worker that gets the events of busy tenants, so that these delay no other tenant's events.
   */
  overflowTo?: Message;
  emits?: readonly EventType[];
  /** The worker is deployed only if this setting has a value, because it has nothing to do without one. */
  onlyIf?: Setting;
}

export interface Worker extends WorkerOptions {
  readonly id: string;
  /** Area and domain: the folder of the handler under `functions/`. */
  readonly folder: string;
  readonly domain: string;
}

/** The part of a worker's declaration that the fan-out uses. */
export type Subscription = Pick<Worker, "id" | "watches" | "wakesOnChangesOf"> & {
  /** Id of the worker that gets the events of very busy tenants. */
  readonly overflowTo?: string | undefined;
  readonly on?: readonly string[];
};

/** The workers that get something from the table's stream. */
export function subscriptionsOf(all: readonly Worker[]): Subscription[] {
  return all
    .filter(({ on, watches, wakesOnChangesOf }) => on ?? watches ?? wakesOnChangesOf)
    .map(({ id, on, watches, wakesOnChangesOf, overflowTo }) => ({
      ...{ id, on, watches, wakesOnChangesOf },
      overflowTo: overflowTo?.worker,
    }));
}

/** Requires that a worker takes no message that is declared for another one. */
type OwnMessages<E> = {
  [K in keyof E]: E[K] extends { trigger: { message: Message<infer W> } }
    ? { trigger: { message: W extends K ? Message : `the message of ${W}` } }
    : unknown;
};

/**
 * Declares the workers of a domain, keyed by name: `sendEmail` is in `send-email.worker.ts`.
 *
 * @param folder area and domain, the folder under `functions/` with the handlers: `content/forms`
 */
export function workers<const E extends Record<string, WorkerOptions>>(
  folder: string,
  entries: E & OwnMessages<E>,
): { [K in keyof E]: Worker & E[K] } {
  const made: Record<string, Worker> = {};
  for (const [id, options] of Object.entries<WorkerOptions>(entries))
    made[id] = { ...options, id, folder, domain: domainOf(folder) };
  // Safe: one worker for each key, made from that key's options.
  return made as { [K in keyof E]: Worker & E[K] };
}
