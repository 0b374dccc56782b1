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

const EVENT_KEPT_SECONDS = 90 * DAY;
/** Seconds that a sent outbox message is kept, for debugging. */
const MESSAGE_KEPT_SECONDS = DAY;

const Twin = z.object({ of: z.string(), as: z.record(z.string(), z.string()).optional() });
type Twin = z.output<typeof Twin>;

/** What happened, as it is stored, queued and delivered. */
export const Event = z.object({
  id: z.string(),
  type: z.string(),
  tenant_id: z.string(),
  resource: z.string(),
  record_id: z.string(),
  /** Number of the change of the record, from 1. Notes of workers, which callers do not see, do not count. */
  sequence: z.int(),
  at: z.int(),
  request_id: z.string(),
  operation: z.string(),
  actor: z.object({ type: z.string(), id: z.string().nullable() }),
  data: z.record(z.string(), z.unknown()),
  /** Fields that repeat a field of `data` when the event is delivered: see `announcedData`. */
  twins: z.record(z.string(), Twin).optional(),
  /** Data for our own workers, which nobody else sees. */
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
  ttl: (event) => event.at + EVENT_KEPT_SECONDS,
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
  request_id: z.string().optional(),
  created_at: z.int(),
});

/** Messages on their way to a queue, written with the change that causes them. */
export const messages = entity({
  name: "message",
  schema: Message,
  pk: "MESSAGE#{id}",
  sk: "MESSAGE",
  ttl: (message) => message.created_at + MESSAGE_KEPT_SECONDS,
  packed: ["body"],
  deletion: { tenant: "expires", person: "expires" },
});

interface AnnouncedKind<T, E extends string> {
  readonly name: string;
  readonly tenant?: string | undefined;
  readonly announces?: EventDeclaration<T, E> | undefined;
  /** Absent for a part of another record. */
  keyOf?(record: T): { pk: string; sk: string };
}

interface EventView {
  resource: string;
  events: readonly string[];
  shows: z.ZodObject;
}

const declaredViews: EventView[] = [];

/** Declares the events of a kind of record that is declared in another file, or of a part of another record. */
export function declareEvents<K extends { name: string }, T extends object, const E extends string>(
  known: K,
  announces: EventDeclaration<T, E>,
): K & { announces: EventDeclaration<T, E> } {
  declaredViews.push(eventView(known.name, announces));
  return { ...known, announces };
}

/** The event data of each kind declared so far, for tests. */
export function eventViews(): EventView[] {
  const ownViews = entities().flatMap(({ name, announces }) => (announces ? eventView(name, announces) : []));
  return [...ownViews, ...declaredViews];
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
 * The write that announces a change, for the transaction of that change. The write of the record in that transaction
 * gives the event its number. The event's data is the view that the record's kind declares.
 *
 * @param besides fields that GET returns and that are not in the record
 */
export function announce<T extends object, E extends string>(
  ctx: Context,
  type: NoInfer<E>,
  kind: AnnouncedKind<T, E>,
  record: NoInfer<T>,
  besides: object = {},
): Write {
  // The event is announced all the same: a missing declaration is no reason to undo the change.
  if (ctx.emits && !ctx.emits.includes(type))
    logger.error("undeclared event", { operation: ctx.operation, type });
  const { name, tenant = "", announces } = kind;
  if (!announces) throw new Error(`A ${name} is not announced.`);
  const { resource = name, id = "id", shows, view, twins, inner, sequence } = announces;
  const fields = record as Record<string, unknown>;
  const at = ctx.now();
  const announced = { ...(view ? view(record, at) : fields), ...besides };
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
    data: visibleFields(shows)(announced),
    ...(twins ? { twins } : {}),
    ...(inner ? { inner: inner(record) } : {}),
  });
  return sequence ? event : { ...event, numberedBy: kind.keyOf?.(record) };
}

/** The data of an event as it is delivered, with the fields that are left out where it is stored. */
export function announcedData({ data, twins = {} }: Pick<Event, "data" | "twins">): Event["data"] {
  const repeated = Object.entries(twins).map(([name, twin]) => [name, twinOf(data, twin)]);
  return { ...data, ...Object.fromEntries(repeated) };
}

function twinOf(data: Event["data"], { of, as }: Twin): unknown {
  const value = data[of];
  if (!as || !Array.isArray(value)) return value;
  return value.map((item: object) =>
    Object.fromEntries(Object.entries(item).map(([name, part]) => [as[name] ?? name, part])),
  );
}

/**
 * The writes that replace a record and announce the change, and the changed record. Where only the time of the change
 * differs, nothing is written and the record is the one that was read. Where only quiet fields differ, or no event is
 * named, the change of a kind with events is a note.
 *
 * @param types the events to announce: one, several, or none
 */
export function announceChange<T extends object, E extends string>(
  ctx: Context,
  types: NoInfer<E> | readonly NoInfer<E>[],
  kind: AnnouncedKind<T, E> & Record<"replace" | "note", (before: Stored<T>, after: T) => Write>,
  before: Stored<NoInfer<T>>,
  after: NoInfer<T>,
  besides?: object,
): { record: Stored<T>; writes: Write[] } {
  const fields = changedFields(before, after);
  if (fields.length === 0) return { record: before, writes: [] };
  const quiet: readonly string[] = kind.announces?.quiet ?? [];
  const named = typeof types === "string" ? [types] : types;
  const announced = fields.every((field) => quiet.includes(field)) ? [] : named;
  const isAnnounced = announced.length > 0 || !kind.announces;
  const notes = (before[NOTE_COUNT] ?? 0) + (isAnnounced ? 0 : 1);
  const record = { ...after, [VERSION]: before[VERSION] + 1, [NOTE_COUNT]: notes };
  const written = isAnnounced ? kind.replace(before, after) : kind.note(before, after);
  return {
    record,
    writes: [written, ...announced.map((type) => announce(ctx, type, kind, record, besides))],
  };
}

export function isUnchanged(before: object, after: object): boolean {
  return changedFields(before, after).length === 0;
}

/** Fields that every change sets: the time of the change, and the number of the version. */
const ALWAYS_CHANGED = new Set(["updated_at", "updatedAt", "version"]);

/** The fields that differ between two versions of a record, without those that every change sets. */
export function changedFields(before: object, after: object): string[] {
  const [old, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const fields = new Set([...Object.keys(old), ...Object.keys(fresh)]);
  return [...fields].filter(
    (field) =>
      !ALWAYS_CHANGED.has(field) &&
      old[field] !== fresh[field] &&
      !isDeepStrictEqual(old[field], fresh[field]),
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
