import * as z from "zod";
import type { Context } from "./context.ts";
import { entity, type Stored, VERSION } from "./dynamo/entity.ts";
import type { Write } from "./dynamo/transact.ts";
import { kebab } from "./http/contract.ts";
import { newId } from "./id.ts";
import type { Message as Declared } from "./queue/message.ts";

/** Seconds that an event can be read again by its record. */
const KEPT = 90 * 24 * 3600;
/** Seconds that an outbox message stays after it went to its queue, for whoever looks into a fault. */
const MESSAGE_KEPT = 24 * 3600;

/** What happened, as it is stored, queued and delivered. */
export const Event = z.object({
  id: z.string(),
  type: z.string(),
  tenant_id: z.string(),
  /** Kind of record, such as `form`. */
  resource: z.string(),
  record_id: z.string(),
  /** Counts the changes of one record, from 1, without a gap. */
  sequence: z.int(),
  at: z.int(),
  request_id: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type Event = z.output<typeof Event>;

export const events = entity({
  name: "event",
  schema: Event,
  pk: "TENANT#{tenant_id}#EVENT",
  sk: "{id}",
  indexes: {
    list: "TENANT#{tenant_id}#EVENT#{resource}",
    child: "TENANT#{tenant_id}#EVENT#{resource}#{record_id}",
  },
  ttl: (event) => event.at + KEPT,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "expires" },
});

const Message = z.object({
  id: z.string(),
  queue: z.string(),
  body: z.record(z.string(), z.unknown()),
  /** Seconds before the worker gets it, at most 900. */
  delay: z.int().optional(),
  created_at: z.int(),
});

/** Messages on their way to a queue, written with the change that causes them. */
export const messages = entity({
  name: "message",
  schema: Message,
  pk: "MESSAGE#{id}",
  sk: "MESSAGE",
  ttl: (message) => message.created_at + MESSAGE_KEPT,
  deletion: { tenant: "expires", person: "expires" },
});

interface Announced {
  tenantId: string;
  resource: string;
  recordId: string;
  /** Defaults to the version that the record gets by this change. */
  sequence?: number;
}

/**
 * The write that announces a change, for the transaction of the change itself.
 *
 * @param change `next` is the version that the write beside it makes: 1 for a creation, one more for the others
 */
export function announce<T extends object>(
  ctx: Context,
  type: string,
  record: Stored<T>,
  { tenantId, resource, recordId, sequence }: Announced,
): Write {
  if (ctx.emits && !ctx.emits.includes(type)) {
    throw new Error(`${ctx.operation} announces ${type}, which it does not declare.`);
  }
  const at = ctx.now();
  return events.put({
    id: newId("evt", ctx.clock()),
    type,
    tenant_id: tenantId,
    resource,
    record_id: recordId,
    sequence: sequence ?? nextVersion(record),
    at,
    request_id: ctx.requestId,
    data: { ...record },
  });
}

/**
 * The write that puts a message into a worker's queue if the transaction beside it commits.
 *
 * @param delay seconds before the worker gets it, at most 900
 */
export function enqueue<S extends z.ZodType<unknown, Record<string, unknown>>>(
  ctx: Context,
  { worker }: Declared<string, S>,
  body: z.input<NoInfer<S>>,
  delay?: number,
): Write {
  return messages.put({
    id: newId("msg", ctx.clock()),
    queue: kebab(worker),
    body,
    delay,
    created_at: ctx.now(),
  });
}

function nextVersion(record: Stored<object>): number {
  return (record[VERSION] ?? 0) + 1;
}
