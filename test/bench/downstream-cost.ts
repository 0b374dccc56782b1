import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { TableCall } from "#core/dynamo/client.ts";
import type { Key } from "#core/dynamo/key.ts";
import { LAYOUT } from "#core/dynamo/layout.ts";
import { getItem } from "#core/dynamo/read.ts";
import { kebab, type Operation } from "#core/http/contract.ts";
import { workers } from "#functions/manifest.ts";
import { payments } from "#functions/money/payments/routes.ts";
import { sumWorkers } from "#functions/system/sums/routes.ts";
import { pauseWorkers } from "#infra/local/seed/pause-workers.ts";
import { signedCallback } from "#lib/money/payments/sandbox.ts";
import { SandboxEvent } from "#lib/money/payments/schema.ts";
import { type BenchRequest, type Handler, invoke, sourceHandler, workerHandler } from "./handlers.ts";
import { cpuOf, tableCalls, textTable, unitsOf, withoutOutput } from "./measure.ts";
import type { BenchStack } from "./stack.ts";

const CHANGES = 60;
const WARM_UP = 15;
/** Most rounds of workers that start other workers. */
const MAX_ROUNDS = 12;
/** The worker that maintains search words, timelines and sums. */
const SUM_WORKER_ID = kebab(sumWorkers.countSums.id);

type Item = Record<string, unknown>;
type QueueMessage = { queue: string; text: string };

type RequestStep = { operation: Operation; request: BenchRequest };

/** Consecutive requests: each may use the previous answer. */
export interface Change {
  label: string;
  steps: readonly ((index: number, answered: string) => RequestStep | Promise<RequestStep>)[];
}

type WorkCost = { cpu: number; calls: TableCall[] };

interface CausedWork {
  /** Fan-out, mails and all other work that events cause. */
  eventWork: WorkCost;
  counted: WorkCost;
  sent: QueueMessage[];
}

/** Measures changes one after the other, with the fan-out and the workers that the table's stream starts for each. */
export async function downstreamCost(stack: BenchStack, changes: readonly Change[]): Promise<string> {
  const heads = ["CPU ms", "of the change", "calls", "RCU", "WCU"];
  const rows = [["one change", "CPU ms", "WCU", "caused by it", ...heads, "messages to"]];
  // Otherwise the stack's queues would add to the measured work.
  const queues = workers.filter(({ trigger }) => trigger.kind === "queue").map(({ id }) => kebab(id));
  await pauseWorkers(stack.api, ["stream", ...queues], async () => {
    for (const change of changes) rows.push(...(await withoutOutput(() => costRowsOf(change))));
  });
  return `${textTable(rows)}\n\nMean of ${CHANGES} changes one by one, from the sources; calls and units are the last one's.`;
}

async function costRowsOf({ label, steps }: Change): Promise<string[][]> {
  let alone = 0;
  const mean = { eventWork: 0, counted: 0 };
  let [written, last]: [TableCall[], CausedWork] = [[], noWork()];
  for (let index = -WARM_UP; index < CHANGES; index++) {
    [written, last] = [[], noWork()];
    let answered = "";
    for (const step of steps) {
      const { operation, request } = await step(index, answered);
      const handler = await sourceHandler(operation);
      const own = await cpuOf(() =>
        tableCalls(async () => {
          answered = await invoke(handler, operation, request);
        }),
      );
      written.push(...own.result);
      if (index >= 0) alone += own.cpu / CHANGES;
      addWork(last, await runFollowers(await itemsWrittenBy(own.result)));
    }
    if (index < 0) continue;
    for (const part of ["eventWork", "counted"] as const) mean[part] += last[part].cpu / CHANGES;
  }
  const costs = (name: string, cpu: number, calls: TableCall[]) => [
    name,
    cpu.toFixed(2),
    (cpu / alone).toFixed(2),
    String(calls.length),
    String(unitsOf(calls, false)),
    String(unitsOf(calls, true)),
  ];
  const { eventWork, counted, sent } = last;
  const own = [label, alone.toFixed(2), String(unitsOf(written, true))];
  const to = [...new Set(sent.map(({ queue }) => queue).filter((queue) => queue !== SUM_WORKER_ID))].join(
    ", ",
  );
  return [
    [...own, ...costs("mails and events", mean.eventWork, eventWork.calls), to],
    ["", "", "", ...costs("words, timeline, sums", mean.counted, counted.calls)],
    ["", "", "", ...costs("all", mean.eventWork + mean.counted, [...eventWork.calls, ...counted.calls])],
  ];
}

function noWork(): CausedWork {
  return { eventWork: { cpu: 0, calls: [] }, counted: { cpu: 0, calls: [] }, sent: [] };
}

function addWork(sum: CausedWork, more: CausedWork): void {
  for (const part of ["eventWork", "counted"] as const) {
    sum[part].cpu += more[part].cpu;
    sum[part].calls.push(...more[part].calls);
  }
  sum.sent.push(...more.sent);
}

/** Runs the workers that written items start, then those that the workers' own items start. */
async function runFollowers(items: Item[]): Promise<CausedWork> {
  const caused = noWork();
  let pending = items;
  for (let hop = 0; hop < MAX_ROUNDS && pending.length > 0; hop++) {
    const { cost, sent } = await runFanOut(pending);
    addWork(caused, { ...noWork(), eventWork: cost });
    const taken: TableCall[] = [];
    // The list grows: a worker may send a message straight to another worker's queue.
    const messages = [...sent];
    for (const message of messages) {
      const stop = watchQueues(messages);
      const { cpu, result: calls } = await cpuOf(() => runQueueMessage(message)).finally(stop);
      const part = message.queue === SUM_WORKER_ID ? "counted" : "eventWork";
      addWork(caused, { ...noWork(), [part]: { cpu, calls } });
      taken.push(...calls);
    }
    caused.sent.push(...messages);
    pending = await itemsWrittenBy(taken);
  }
  return caused;
}

async function runFanOut(items: Item[]): Promise<{ cost: WorkCost; sent: QueueMessage[] }> {
  const fanOut = await handlerOf("fanOut");
  const Records = items.map((item, index) => ({
    eventName: "INSERT",
    dynamodb: { SequenceNumber: String(index), NewImage: marshall(item, { removeUndefinedValues: true }) },
  }));
  const sent: QueueMessage[] = [];
  const stop = watchQueues(sent);
  try {
    const { cpu, result: calls } = await cpuOf(() => tableCalls(() => fanOut({ Records }, {})));
    return { cost: { cpu, calls }, sent };
  } finally {
    stop();
  }
}

async function runQueueMessage({ queue, text }: QueueMessage): Promise<TableCall[]> {
  if (queue === "send-sandbox-event") return handleCallback(text);
  const worker = workers.find(({ id }) => kebab(id) === queue);
  if (!worker) throw new Error(`There is no worker for ${queue}.`);
  const handler = await handlerOf(worker.id);
  const attributes = { ApproximateReceiveCount: "1" };
  const record = { messageId: "bench", body: text, attributes, messageAttributes: {} };
  return tableCalls(() => handler({ Records: [record] }, { getRemainingTimeInMillis: () => 60_000 }));
}

/** Sends the sandbox's callback to the handler in this process instead of the stack's. */
async function handleCallback(text: string): Promise<TableCall[]> {
  const { url, body, headers } = await signedCallback(SandboxEvent.parse(JSON.parse(text).body));
  const handler = await sourceHandler(payments.receivePaymentEvent);
  const query = Object.fromEntries(new URL(url).searchParams);
  const request = { params: { provider: "sandbox" }, query, body, headers: { ...headers } };
  return tableCalls(() => invoke(handler, payments.receivePaymentEvent, request));
}

/** Records what is sent to queues until the returned function is called. */
function watchQueues(sent: QueueMessage[]): () => void {
  const { send } = SQSClient.prototype;
  SQSClient.prototype.send = function (this: SQSClient, ...args: Parameters<typeof send>) {
    const [command] = args;
    if (command instanceof SendMessageBatchCommand) {
      const queue = command.input.QueueUrl?.split("/").at(-1) ?? "";
      sent.push(
        ...(command.input.Entries ?? []).map(({ MessageBody = "" }) => ({ queue, text: MessageBody })),
      );
    }
    return send.apply(this, args);
  } as typeof send;
  return () => {
    SQSClient.prototype.send = send;
  };
}

/** The items that calls have written, as the stream would deliver them. An updated item is read again. */
async function itemsWrittenBy(calls: TableCall[]): Promise<Item[]> {
  const items = new Map<string, Promise<Item | undefined>>();
  for (const { input } of calls)
    for (const { Item: put, Key: key } of writesIn(input as WriteInput)) {
      const at = put ?? key;
      if (at) items.set(JSON.stringify([at.pk, at.sk]), put ? Promise.resolve(put) : getItem(at as Key));
    }
  const found = await Promise.all(items.values());
  return found.filter((item) => item !== undefined && passesStreamFilter(item)) as Item[];
}

const STREAMED_KINDS: ReadonlySet<unknown> = new Set([
  ...LAYOUT.outbox,
  ...sumWorkers.countSums.wakesOnChangesOf,
]);

function passesStreamFilter(item: Item): boolean {
  return STREAMED_KINDS.has(item._t) || item[LAYOUT.watched] === true;
}

interface WriteInput {
  Item?: Item;
  Key?: Item;
  UpdateExpression?: string;
  TransactItems?: { Put?: { Item?: Item }; Update?: { Key?: Item }; Delete?: { Key?: Item } }[];
}

function writesIn({ Item: put, Key, UpdateExpression, TransactItems = [] }: WriteInput) {
  const alone = put ? [{ Item: put }] : UpdateExpression === undefined ? [] : [{ Key }];
  return [...alone, ...TransactItems.flatMap(({ Put, Update }) => Put ?? Update ?? [])] as {
    Item?: Item;
    Key?: Item;
  }[];
}

const handlers = new Map<string, Promise<Handler>>();

function handlerOf(id: string): Promise<Handler> {
  const worker = workers.find((each) => each.id === id);
  if (!worker) throw new Error(`There is no worker ${id}.`);
  const found = handlers.get(id) ?? workerHandler(worker);
  handlers.set(id, found);
  return found;
}
