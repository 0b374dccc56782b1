import type * as z from "zod";
import { domainIn, type FunctionOptions } from "#core/http/contract.ts";

/** What starts a worker. */
export type Trigger =
  /** Messages of the worker's own SQS queue, which has its own dead-letter queue. The queue is named as the worker, in kebab case. */
  | {
      kind: "queue";
      message: z.ZodType;
      batchSize?: number;
      maxConcurrency?: number;
      /** The messages are another service's own, not put there by `sendMessages`: JSON, or texts. */
      foreign?: boolean;
    }
  /** Inserts of outbox items into the table. */
  | { kind: "stream" }
  /** The minute tick. */
  | { kind: "schedule"; everyMinutes: number }
  /** A function URL behind the CDN. */
  | { kind: "url" };

export interface WorkerOptions extends FunctionOptions {
  summary: string;
  trigger: Trigger;
  /** Event types that the fan-out puts into this worker's queue. `"*"` is every event. */
  on?: readonly string[];
  /** Worker that gets the events of a tenant with very many of them, so that they delay nobody else's. */
  crowdTo?: string;
  emits?: readonly string[];
}

export interface Worker extends WorkerOptions {
  readonly id: string;
  /** Where the handler lies under `functions/`: area and domain. */
  readonly folder: string;
  readonly domain: string;
}

/** What the fan-out knows of a worker. */
export type Subscription = Pick<Worker, "id" | "on" | "crowdTo">;

/**
 * Declares the workers of a domain, keyed by name: `sendEmail` lives in `send-email.worker.ts`.
 *
 * @param folder area and domain, the folder under `functions/` that holds them: `content/forms`
 */
export function workers<const E extends Record<string, WorkerOptions>>(
  folder: string,
  entries: E,
): { [K in keyof E]: Worker & E[K] } {
  const made: Record<string, Worker> = {};
  for (const [id, options] of Object.entries(entries))
    made[id] = { ...options, id, folder, domain: domainIn(folder) };
  // Safe: one worker for each key, made from that key's options.
  return made as { [K in keyof E]: Worker & E[K] };
}
