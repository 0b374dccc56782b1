import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Context } from "./context.ts";
import type { EventDeclaration } from "./dynamo/declaration.ts";
import { entities, entity, type Stored } from "./dynamo/entity.ts";
import { NOTE_COUNT, VERSION } from "./dynamo/entity-shape.ts";
import type { Write } from "./dynamo/transact.ts";
import { kebab } from "./http/contract.ts";
import { newId } from "./id.ts";
import { logger } from "./log.ts";
import type { Message as Declared } from "./queue/message.ts";
import { DAY } from "./seconds.ts";
import { visibleFields } from "./visible-fields.ts";

/** Seconds that an event can be read again by its record. */
const KEPT = 90 * DAY;
/** Seconds that an outbox message stays after it went to its queue, for whoever looks into a fault. */
const MESSAGE_KEPT = DAY;

const Twin = z.object({ of: z.string(), as: z.record(z.string(), z.string()).optional() });
type Twin = z.output<typeof Twin>;

/** What happened, as it is stored, queued and delivered. */
export const Event = z.object({
  id: z.string(),
  type: z.string(),
  tenant_id: z.string(),
  resource: z.string(),
  record_id: z.string(),
  /** Number of the change of the record, from 1. What is told of nobody, such as by whom it is filed, is not counted. */
  sequence: z.int(),
  at: z.int(),
  request_id: z.string(),
  operation: z.string(),
  actor: z.object({ type: z.string(), id: z.string().nullable() }),
  data: z.record(z.string(), z.unknown()),
  /** Fields that are told beside `data`, and the field of it that each says again: see `toldIn`. */
  twins: z.record(z.string(), Twin).optional(),
  /** What our own workers need to know besides; it is shown to nobody. */
  inner: z.record(z.string(), z.unknown()).optional(),
});
export type Event = z.output<typeof Event>;

export const events = entity({
  name: "event",
  schema: Event,
  pk: "TENANT#{tenant_id}#EVENT#{id%16}",
  sk: "{id}",
  indexes: {
    list: "TENANT#{tenant_id}#EVENT#{resource}",
    child: "TENANT#{tenant_id}#EVENT#{resource}#{record_id}",
  },
  ttl: (event) => event.at + KEPT,
  packed: ["data"],
  answeredTwice: true,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "expires" },
});

const Message = z.object({
  id: z.string(),
  queue: z.string(),
  body: z.record(z.string(), z.unknown()),
  /** Seconds before the worker gets it, at most 900. */
  delay: z.int().optional(),
  /** The request that it comes of. */
  request_id: z.string().optional(),
  created_at: z.int(),
});

/** Messages on their way to a queue, written with the change that causes them. */
export const messages = entity({
  name: "message",
  schema: Message,
  pk: "MESSAGE#{id}",
  sk: "MESSAGE",
  ttl: (message) => message.created_at + MESSAGE_KEPT,
  packed: ["body"],
  deletion: { tenant: "expires", person: "expires" },
});

interface Announced<T, E extends string> {
  readonly name: string;
  readonly tenant?: string | undefined;
  readonly announces?: EventDeclaration<T, E> | undefined;
  /** Absent for what stands within another record. */
  keyOf?(record: T): { pk: string; sk: string };
}

interface EventView {
  resource: string;
  events: readonly string[];
  shows: z.ZodObject;
}

const others: EventView[] = [];

/** Declares what is announced of a kind of record that another place declares, or that stands within another. */
export function declareEvents<K extends { name: string }, T extends object, const E extends string>(
  known: K,
  announces: EventDeclaration<T, E>,
): K & { announces: EventDeclaration<T, E> } {
  others.push(eventView(known.name, announces));
  return { ...known, announces };
}

/** What the events of each kind declared so far show: for the tests of it. */
export function eventViews(): EventView[] {
  const kept = entities().flatMap(({ name, announces }) => (announces ? eventView(name, announces) : []));
  return [...kept, ...others];
}

function eventView(
  name: string,
  {
    resource = name,
    events: types,
    shows,
  }: Pick<EventDeclaration<never, string>, "resource" | "events" | "shows">,
): EventView {
  return { resource, events: types, shows };
}

/**
 * The write that announces a change, for the transaction of the change itself: the write of the record beside it gives
 * the event its number. What it shows is the view that the record's kind declares.
 *
 * @param besides what the resource's GET prints that the record alone does not tell
 */
export function announce<T extends object, E extends string>(
  ctx: Context,
  type: NoInfer<E>,
  kind: Announced<T, E>,
  record: NoInfer<T>,
  besides: object = {},
): Write {
  // What has happened is told all the same: that the reference leaves it out is no reason to undo it.
  if (ctx.emits && !ctx.emits.includes(type))
    logger.error("undeclared event", { operation: ctx.operation, type });
  const { name, tenant = "", announces } = kind;
  if (!announces) throw new Error(`A ${name} is not announced.`);
  const { resource = name, id = "id", shows, view, twins, inner, sequence } = announces;
  const fields = record as Record<string, unknown>;
  const at = ctx.now();
  const told = { ...(view ? view(record, at) : fields), ...besides };
  const event = events.put({
    id: newId("evt", ctx.clock()),
    type,
    tenant_id: String(fields[tenant]),
    resource,
    record_id: String(fields[id]),
    sequence: sequence?.(record) ?? 0,
    at,
    request_id: ctx.requestId,
    operation: ctx.operation,
    actor: actorOf(ctx),
    data: visibleFields(shows)(told),
    ...(twins ? { twins } : {}),
    ...(inner ? { inner: inner(record) } : {}),
  });
  return sequence ? event : { ...event, numberedBy: kind.keyOf?.(record) };
}

/** What an event tells of its record: what it keeps of it, and what says the same under another name. */
export function announcedData({ data, twins = {} }: Pick<Event, "data" | "twins">): Event["data"] {
  const again = Object.entries(twins).map(([name, twin]) => [name, twinOf(data, twin)]);
  return { ...data, ...Object.fromEntries(again) };
}

function twinOf(data: Event["data"], { of, as }: Twin): unknown {
  const value = data[of];
  if (!as || !Array.isArray(value)) return value;
  return value.map((item: object) =>
    Object.fromEntries(Object.entries(item).map(([name, part]) => [as[name] ?? name, part])),
  );
}

/**
 * A record with some of it changed: the writes that put it in the place of what was read and announce it, and the record
 * as it is then. Where nothing but the time of the change differs there is nothing to write and nothing to tell, and the
 * record is what was read. Where only what its kind calls quiet differs, or none of its events is named, it is a note in the
 * record and not told.
 *
 * @param types what is announced: one event, several, or none
 */
export function announceChange<T extends object, E extends string>(
  ctx: Context,
  types: NoInfer<E> | readonly NoInfer<E>[],
  kind: Announced<T, E> & Record<"replace" | "note", (before: Stored<T>, after: T) => Write>,
  before: Stored<NoInfer<T>>,
  after: NoInfer<T>,
  besides?: object,
): { record: Stored<T>; writes: Write[] } {
  const fields = changedFields(before, after);
  if (fields.length === 0) return { record: before, writes: [] };
  const quiet: readonly string[] = kind.announces?.quiet ?? [];
  const news = typeof types === "string" ? [types] : types;
  const told = fields.every((field) => quiet.includes(field)) ? [] : news;
  const isTold = told.length > 0 || !kind.announces;
  const notes = (before[NOTE_COUNT] ?? 0) + (isTold ? 0 : 1);
  const record = { ...after, [VERSION]: before[VERSION] + 1, [NOTE_COUNT]: notes };
  const written = isTold ? kind.replace(before, after) : kind.note(before, after);
  return {
    record,
    writes: [written, ...told.map((type) => announce(ctx, type, kind, record, besides))],
  };
}

/** Whether nothing but the time of the change differs. */
export function isUnchanged(before: object, after: object): boolean {
  return changedFields(before, after).length === 0;
}

/** What every change changes: its time, and the number of the version. */
const EVERY_TIME = new Set(["updated_at", "updatedAt", "version"]);

/** The fields that differ between a record and what it was, but for what every change changes. */
export function changedFields(before: object, after: object): string[] {
  const [old, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const fields = new Set([...Object.keys(old), ...Object.keys(fresh)]);
  return [...fields].filter(
    (field) =>
      !EVERY_TIME.has(field) && old[field] !== fresh[field] && !isDeepStrictEqual(old[field], fresh[field]),
  );
}

function actorOf({ actor }: Context): Event["actor"] {
  return { type: actor.kind, id: actor.kind === "nobody" ? null : actor.id };
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
    request_id: ctx.requestId,
    created_at: ctx.now(),
  });
}
