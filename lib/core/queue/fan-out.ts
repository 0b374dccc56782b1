import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { restoreQuarantinedRows } from "#core/due/postpone.ts";
import { LAYOUT } from "#core/dynamo/layout.ts";
import { newImage } from "#core/dynamo/stream.ts";
import { events, messages } from "#core/events.ts";
import { kebab } from "#core/http/contract.ts";
import { AlreadyLogged, logger } from "#core/log.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { makeBusyTenants } from "./busy-tenants.ts";
import type { Subscription } from "./contract.ts";
import { filterEvents, type OutgoingEvent, type WorkerEventFilter } from "./event-filter.ts";
import { quarantinedRows, quarantineMessage, quarantineRow, releaseRow } from "./quarantine.ts";
import { isMissingQueue, type Outgoing, sendMessages } from "./send.ts";
import { sendWakeUps } from "./send-wake-ups.ts";

const OUTBOX: ReadonlySet<string> = new Set(LAYOUT.outbox);

/** Records that are sent side by side: as many may come twice after one that could not be sent. */
const ABREAST = 25;

interface Routed extends Outgoing, OutgoingEvent {
  queue: string;
  row: Record<string, unknown>;
}

/** Asks the fan-out to send what it has put aside; for a person who invokes it. */
interface Replay {
  replay: true;
}

/** What came of a replay: rows that went, and rows that still cannot be sent. */
interface Replayed {
  sent: number;
  left: number;
}

/**
 * The handler that carries the outbox to the queues: a message to the queue it names, an event to the queue of every
 * worker that declares its type and has something to do for it, a record that is watched to the worker that watches its
 * kind. An id is the same however often a record comes, and nothing is sent that the table did not commit.
 *
 * A record that cannot be read, or that SQS will never take, is put aside: tried again it would hold up all behind it.
 * At the first that cannot be sent now it stops, and the stream gives that one and the rest again. That one is then
 * tried alone, so that the others are not sent once more with each try.
 */
export function fanOut(subscriptions: readonly Subscription[], hearings: readonly WorkerEventFilter[] = []) {
  const isCrowded = makeBusyTenants();
  let stuck: string | undefined;
  const carry = async (rows: Record<string, unknown>[]) => {
    const routed = await sideBySide(rows.map((row) => routeOrPutAside(row, subscriptions, isCrowded)));
    const going = await filterEvents(routed.flat(), hearings);
    const failed = await sendAll(going);
    for (const each of routed) tell(each, going, failed);
    return rows.findIndex((row) => failed.has(row));
  };
  const handle = async (event: DynamoDBStreamEvent | Replay): Promise<DynamoDBBatchResponse | Replayed> => {
    if ("replay" in event) return replay((row) => route(row, subscriptions, isCrowded));
    if (!(await sendWakeUps(event.Records, subscriptions)))
      return { batchItemFailures: [{ itemIdentifier: sequenceOf(event.Records[0]) }] };
    const records = event.Records.filter(isCarried);
    for (let start = 0; start < records.length; ) {
      const alone = start === 0 && stuck !== undefined && sequenceOf(records[0]) === stuck;
      const some = records.slice(start, start + (alone ? 1 : ABREAST));
      const failed = some[await carry(some.map(newImage))];
      stuck = failed && sequenceOf(failed);
      if (failed) return { batchItemFailures: [{ itemIdentifier: sequenceOf(failed) }] };
      start += some.length;
    }
    return { batchItemFailures: [] };
  };
  return async (event: DynamoDBStreamEvent | Replay) => {
    try {
      return await handle(event);
    } catch (error) {
      logger.error("carrying failed", { outcome: "failed", error: error as Error });
      throw new AlreadyLogged();
    }
  };
}

/** One line for what was carried, or could not be: what it is, of which request, and where it goes. */
function tell(
  [first]: readonly Routed[],
  going: readonly Routed[],
  failed: ReadonlySet<Record<string, unknown>> = new Set(),
): void {
  if (!first) return;
  const { id, event, request, row } = first;
  const to = going.flatMap((each) => (each.row === row ? each.queue : [])).join(" ");
  const end = { request, to, outcome: failed.has(row) ? "back" : to === "" ? "nothing" : "done" };
  const number = typeof event?.data.number === "string" ? { number: event.data.number } : {};
  const of = event
    ? { event: id, type: event.type, tenant: event.tenant_id, record: event.record_id, ...number }
    : { msg: id };
  if (failed.has(row)) logger.warn("not carried", { ...of, ...end });
  else logger.info("carried", { ...of, ...end });
}

/** Sends messages, each queue's together; the rows of those that could not be sent now. */
async function sendAll(routed: Routed[]): Promise<Set<Record<string, unknown>>> {
  const queues = Map.groupBy(routed, ({ queue }) => queue);
  const failed = await sideBySide([...queues].map(([queue, batch]) => send(queue, batch)));
  return new Set(failed.flat());
}

async function send(queue: string, batch: Routed[]): Promise<Record<string, unknown>[]> {
  const rowsOf = (ids: string[]) => batch.filter(({ id }) => ids.includes(id)).map(({ row }) => row);
  try {
    const { later, never } = await sendMessages(queue, batch);
    const refused = batch.filter(({ id }) => never.includes(id));
    for (const each of refused) await aside(each, `SQS does not take it into ${queue}`);
    return rowsOf(later);
  } catch (error) {
    if (isMissingQueue(error)) {
      for (const each of batch) await aside(each, `there is no queue ${queue}`);
      return [];
    }
    logger.error("queue unreachable", { queue, error: error as Error });
    return batch.map(({ row }) => row);
  }
}

/** A record that is watched is no outbox row, and goes nowhere: what it was to tell is put aside in a row of its own. */
async function aside({ id, queue, body, request, row }: Routed, reason: string): Promise<void> {
  if (OUTBOX.has(String(row._t))) await quarantineRow(row, reason);
  else await quarantineMessage(queue, { id, body, request }, reason);
}

/** Whether a record of the stream is to be carried: what is only counted has its bell alone. */
function isCarried(record: DynamoDBRecord): boolean {
  const { eventName, dynamodb: { NewImage = {} } = {} } = record;
  const kind = NewImage._t?.S;
  const watched = NewImage[LAYOUT.watched]?.BOOL === true;
  return watched || (eventName !== "REMOVE" && (kind === undefined || OUTBOX.has(kind)));
}

async function routeOrPutAside(
  row: Record<string, unknown>,
  subscriptions: readonly Subscription[],
  isCrowded: (tenantId: string) => boolean,
): Promise<Routed[]> {
  try {
    return route(row, subscriptions, isCrowded);
  } catch (error) {
    await quarantineRow(row, error instanceof Error ? error.message : String(error));
    return [];
  }
}

/** Sends what was put aside and can be sent by now, and has due records looked at again that were put aside. */
async function replay(routeOf: (row: Record<string, unknown>) => Routed[]): Promise<Replayed> {
  const result = { sent: 0, left: 0 };
  for await (const rows of quarantinedRows()) {
    for (const row of rows) {
      if (row.aside === undefined) continue;
      const went = await sendAgain(row, routeOf);
      result[went ? "sent" : "left"] += 1;
    }
  }
  result.sent += await restoreQuarantinedRows(Math.floor(Date.now() / 1000), "all");
  return result;
}

async function sendAgain(
  row: Record<string, unknown>,
  routeOf: (row: Record<string, unknown>) => Routed[],
): Promise<boolean> {
  try {
    const routed = routeOf(row);
    for (const { queue, ...message } of routed) {
      const { later, never } = await sendMessages(queue, [message]);
      if (later.length + never.length > 0) {
        tell(routed, routed, new Set([row]));
        return false;
      }
    }
    await releaseRow(row);
    tell(routed, routed);
    return true;
  } catch (error) {
    const of = { request: row.request_id, tenant: row.tenant_id, pk: row.pk, outcome: "aside" };
    logger.warn("outbox record stays aside", { ...of, error: error as Error });
    return false;
  }
}

function route(
  row: Record<string, unknown>,
  subscriptions: readonly Subscription[],
  isCrowded: (tenantId: string) => boolean,
): Routed[] {
  if (row._t === "message") {
    const { id, queue, body, delay, request_id } = messages.parse(row);
    return [{ id, queue, body, request: request_id, ...(delay ? { delay } : {}), row }];
  }
  if (row.watched === true) return routeWatched(row, subscriptions);
  const event = events.parse(row);
  const crowded = isCrowded(event.tenant_id);
  return subscriptions
    .filter(({ on }) => on?.includes(event.type) || on?.includes("*"))
    .map(({ id, crowdTo = id }) => ({
      id: event.id,
      queue: kebab(crowded ? crowdTo : id),
      body: event,
      request: event.request_id,
      row,
      event,
      to: id,
    }));
}

/** A record that is watched, as a change has left it, goes to the workers that watch its kind. */
function routeWatched(row: Record<string, unknown>, subscriptions: readonly Subscription[]): Routed[] {
  const { _t, _v, _w, pk, sk, ...body } = row;
  const id = `${String(pk)} ${String(sk)}`;
  const watching = subscriptions.filter(({ watches }) => watches === _t);
  return watching.map((each) => ({ id, queue: kebab(each.id), body, row }));
}

function sequenceOf(record: DynamoDBRecord | undefined): string {
  return record?.dynamodb?.SequenceNumber ?? "";
}
