import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { restoreQuarantinedRows } from "#core/due/postpone.ts";
import { LAYOUT } from "#core/dynamo/layout.ts";
import { newImage } from "#core/dynamo/stream.ts";
import { events, messages } from "#core/events.ts";
import { kebab } from "#core/http/contract.ts";
import { AlreadyLogged, logger } from "#core/log.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { makeBusyCheck } from "./busy-tenants.ts";
import type { Subscription } from "./contract.ts";
import { filterEvents, type OutgoingEvent, type WorkerEventFilter } from "./event-filter.ts";
import { quarantinedRows, quarantineMessage, quarantineRow, releaseRow } from "./quarantine.ts";
import { isMissingQueue, type Outgoing, sendMessages } from "./send.ts";
import { sendWakeUps } from "./send-wake-ups.ts";

const OUTBOX_TYPES: ReadonlySet<string> = new Set(LAYOUT.outbox);

/** Records that are sent in parallel. If one cannot be sent, the others of its group may be sent twice. */
const CONCURRENCY = 25;

interface RoutedMessage extends Outgoing, OutgoingEvent {
  queue: string;
  row: Record<string, unknown>;
}

/** Asks the fan-out to send what it has quarantined; a person invokes it. */
interface ReplayRequest {
  replay: true;
}

/** The result of a replay: rows that were sent, and rows that still cannot be. */
interface ReplayResult {
  sent: number;
  left: number;
}

/**
 * The handler that sends the outbox to the queues: a message to its queue, an event to every worker that subscribes to
 * its type and has something to do for it, and a watched record to the workers that watch its kind. Retries use the
 * same ids, and nothing is sent that the table did not commit. A record that cannot be read, or that SQS never
 * takes, is quarantined, because it would block all behind it. At the first record that cannot be sent now it stops,
 * and the stream delivers that one and the rest again. That record is then tried alone, so that the others are not
 * sent again with each try.
 */
export function fanOut(subscriptions: readonly Subscription[], filters: readonly WorkerEventFilter[] = []) {
  const isBusy = makeBusyCheck();
  let stuck: string | undefined;
  const carry = async (rows: Record<string, unknown>[]) => {
    const routed = await sideBySide(rows.map((row) => routeOrQuarantine(row, subscriptions, isBusy)));
    const going = await filterEvents(routed.flat(), filters);
    const failed = await sendAll(going);
    for (const each of routed) logRouted(each, going, failed);
    return rows.findIndex((row) => failed.has(row));
  };
  const handle = async (
    event: DynamoDBStreamEvent | ReplayRequest,
  ): Promise<DynamoDBBatchResponse | ReplayResult> => {
    if ("replay" in event) return replayRows((row) => routeRow(row, subscriptions, isBusy));
    if (!(await sendWakeUps(event.Records, subscriptions)))
      return { batchItemFailures: [{ itemIdentifier: sequenceOf(event.Records[0]) }] };
    const records = event.Records.filter(isRouted);
    for (let start = 0; start < records.length; ) {
      const alone = start === 0 && stuck !== undefined && sequenceOf(records[0]) === stuck;
      const some = records.slice(start, start + (alone ? 1 : CONCURRENCY));
      const failed = some[await carry(some.map(newImage))];
      stuck = failed && sequenceOf(failed);
      if (failed) return { batchItemFailures: [{ itemIdentifier: sequenceOf(failed) }] };
      start += some.length;
    }
    return { batchItemFailures: [] };
  };
  return async (event: DynamoDBStreamEvent | ReplayRequest) => {
    try {
      return await handle(event);
    } catch (error) {
      logger.error("carrying failed", { outcome: "failed", error: error as Error });
      throw new AlreadyLogged();
    }
  };
}

/** Logs one line for a record that was sent, or could not be: what it is, its request, and its queues. */
function logRouted(
  [first]: readonly RoutedMessage[],
  going: readonly RoutedMessage[],
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

/** Sends the messages of each queue together, and returns the rows that could not be sent now. */
async function sendAll(routed: RoutedMessage[]): Promise<Set<Record<string, unknown>>> {
  const queues = Map.groupBy(routed, ({ queue }) => queue);
  const failed = await sideBySide([...queues].map(([queue, batch]) => sendBatch(queue, batch)));
  return new Set(failed.flat());
}

async function sendBatch(queue: string, batch: RoutedMessage[]): Promise<Record<string, unknown>[]> {
  const rowsOf = (ids: string[]) => batch.filter(({ id }) => ids.includes(id)).map(({ row }) => row);
  try {
    const { later, never } = await sendMessages(queue, batch);
    const refused = batch.filter(({ id }) => never.includes(id));
    for (const each of refused) await quarantineRouted(each, `SQS does not take it into ${queue}`);
    return rowsOf(later);
  } catch (error) {
    if (isMissingQueue(error)) {
      for (const each of batch) await quarantineRouted(each, `there is no queue ${queue}`);
      return [];
    }
    logger.error("queue unreachable", { queue, error: error as Error });
    return batch.map(({ row }) => row);
  }
}

/** A watched record is no outbox row, so its message is quarantined in a row of its own. */
async function quarantineRouted(
  { id, queue, body, request, row }: RoutedMessage,
  reason: string,
): Promise<void> {
  if (OUTBOX_TYPES.has(String(row._t))) await quarantineRow(row, reason);
  else await quarantineMessage(queue, { id, body, request }, reason);
}

/** Whether the fan-out sends a record of the stream. For one that only counts for sums, `sendWakeUps` wakes workers. */
function isRouted(record: DynamoDBRecord): boolean {
  const { eventName, dynamodb: { NewImage = {} } = {} } = record;
  const kind = NewImage._t?.S;
  const watched = NewImage[LAYOUT.watched]?.BOOL === true;
  return watched || (eventName !== "REMOVE" && (kind === undefined || OUTBOX_TYPES.has(kind)));
}

async function routeOrQuarantine(
  row: Record<string, unknown>,
  subscriptions: readonly Subscription[],
  isBusy: (tenantId: string) => boolean,
): Promise<RoutedMessage[]> {
  try {
    return routeRow(row, subscriptions, isBusy);
  } catch (error) {
    await quarantineRow(row, error instanceof Error ? error.message : String(error));
    return [];
  }
}

/** Sends quarantined rows that can now be sent, and makes quarantined due rows due again. */
async function replayRows(routeOf: (row: Record<string, unknown>) => RoutedMessage[]): Promise<ReplayResult> {
  const result = { sent: 0, left: 0 };
  for await (const rows of quarantinedRows()) {
    for (const row of rows) {
      if (row.aside === undefined) continue;
      const went = await replayRow(row, routeOf);
      result[went ? "sent" : "left"] += 1;
    }
  }
  result.sent += await restoreQuarantinedRows(Math.floor(Date.now() / 1000), "all");
  return result;
}

async function replayRow(
  row: Record<string, unknown>,
  routeOf: (row: Record<string, unknown>) => RoutedMessage[],
): Promise<boolean> {
  try {
    const routed = routeOf(row);
    for (const { queue, ...message } of routed) {
      const { later, never } = await sendMessages(queue, [message]);
      if (later.length + never.length > 0) {
        logRouted(routed, routed, new Set([row]));
        return false;
      }
    }
    await releaseRow(row);
    logRouted(routed, routed);
    return true;
  } catch (error) {
    const of = { request: row.request_id, tenant: row.tenant_id, pk: row.pk, outcome: "aside" };
    logger.warn("outbox record stays aside", { ...of, error: error as Error });
    return false;
  }
}

function routeRow(
  row: Record<string, unknown>,
  subscriptions: readonly Subscription[],
  isBusy: (tenantId: string) => boolean,
): RoutedMessage[] {
  if (row._t === "message") {
    const { id, queue, body, delay, request_id } = messages.parse(row);
    return [{ id, queue, body, request: request_id, ...(delay ? { delay } : {}), row }];
  }
  if (row.watched === true) return routeWatched(row, subscriptions);
  const event = events.parse(row);
  const busy = isBusy(event.tenant_id);
  return subscriptions
    .filter(({ on }) => on?.includes(event.type) || on?.includes("*"))
    .map(({ id, overflowTo = id }) => ({
      id: event.id,
      queue: kebab(busy ? overflowTo : id),
      body: event,
      request: event.request_id,
      row,
      event,
      to: id,
    }));
}

/** Routes a watched record, in the state after its change, to the workers that watch its kind. */
function routeWatched(row: Record<string, unknown>, subscriptions: readonly Subscription[]): RoutedMessage[] {
  const { _t, _v, _w, pk, sk, ...body } = row;
  const id = `${String(pk)} ${String(sk)}`;
  const watching = subscriptions.filter(({ watches }) => watches === _t);
  return watching.map((each) => ({ id, queue: kebab(each.id), body, row }));
}

function sequenceOf(record: DynamoDBRecord | undefined): string {
  return record?.dynamodb?.SequenceNumber ?? "";
}
