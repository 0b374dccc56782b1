import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Call } from "#core/dynamo/client.ts";
import { LAYOUT } from "#core/dynamo/layout.ts";
import { kebab } from "#core/http/contract.ts";
import { workers } from "#functions/manifest.ts";
import { type Handler, invoke, source, workerSource } from "./handlers.ts";
import { columns, quietly, tableCalls, unitsOf } from "./measure.ts";
import type { Scenario } from "./scenario.ts";
import type { BenchStack } from "./stack.ts";

const CHANGES = 60;
const WARM_UP = 15;
/** Hops from a change to what the workers write in turn. */
const HOPS = 6;

type Item = Record<string, unknown>;
interface Sent {
  queue: string;
  text: string;
}

interface Caused {
  cpu: number;
  calls: Call[];
  sent: Sent[];
}

/** What changes cost, and what they cause behind the stream: fan-out and workers, one change after the other. */
export async function causedBy(stack: BenchStack, changes: Scenario[]): Promise<string> {
  await pauseAll(stack);
  const rows = [
    [
      "one change",
      "CPU ms",
      "WCU",
      "behind it: CPU ms",
      "of the change",
      "calls",
      "RCU",
      "WCU",
      "messages to",
    ],
  ];
  for (const change of changes) rows.push(await quietly(() => rowOf(change)));
  return `${columns(rows)}\n\nMean of ${CHANGES} changes one by one, from the sources; the goal is half of the change itself.`;
}

// What the stack's own pumps do meanwhile is not to be measured.
async function pauseAll(stack: BenchStack): Promise<void> {
  const queues = workers.filter(({ trigger }) => trigger.kind === "queue").map(({ id }) => kebab(id));
  await Promise.all(
    ["stream", ...queues].map((id) => fetch(`${stack.api}/_local/pause/${id}`, { method: "POST" })),
  );
}

async function rowOf({ label, operation, request }: Scenario): Promise<string[]> {
  const handler = await source(operation);
  let [alone, behind] = [0, 0];
  let [written, last]: [Call[], Caused] = [[], { cpu: 0, calls: [], sent: [] }];
  for (let index = -WARM_UP; index < CHANGES; index++) {
    const asked = await request(index);
    const own = await measured(() => tableCalls(() => invoke(handler, operation, asked)));
    written = own.result;
    last = await follow(outboxOf(written));
    if (index < 0) continue;
    alone += own.cpu / CHANGES;
    behind += last.cpu / CHANGES;
  }
  return [
    label,
    alone.toFixed(2),
    String(unitsOf(written, true)),
    behind.toFixed(2),
    (behind / alone).toFixed(2),
    String(last.calls.length),
    String(unitsOf(last.calls, false)),
    String(unitsOf(last.calls, true)),
    last.sent.map(({ queue }) => queue).join(", "),
  ];
}

/** Carries outbox items to the workers, and what these write in turn. */
async function follow(items: Item[]): Promise<Caused> {
  const caused: Caused = { cpu: 0, calls: [], sent: [] };
  let pending = items;
  for (let hop = 0; hop < HOPS && pending.length > 0; hop++) {
    const carried = await carry(pending);
    caused.cpu += carried.cpu;
    const taken: Call[] = [];
    // It grows: a worker may give a message to the next without the table.
    const messages = [...carried.sent];
    for (const message of messages) {
      const stop = watchQueues(messages);
      const { cpu, result } = await measured(() => take(message)).finally(stop);
      caused.cpu += cpu;
      taken.push(...result);
    }
    caused.sent.push(...messages);
    caused.calls.push(...carried.calls, ...taken);
    pending = outboxOf(taken);
  }
  return caused;
}

async function carry(items: Item[]): Promise<Caused> {
  const fanOut = await handlerOf("fanOut");
  const Records = items.map((item, index) => ({
    eventName: "INSERT",
    dynamodb: { SequenceNumber: String(index), NewImage: marshall(item, { removeUndefinedValues: true }) },
  }));
  const sent: Sent[] = [];
  const stop = watchQueues(sent);
  try {
    const { cpu, result } = await measured(() => tableCalls(() => fanOut({ Records }, {})));
    return { cpu, calls: result, sent };
  } finally {
    stop();
  }
}

async function take({ queue, text }: Sent): Promise<Call[]> {
  const worker = workers.find(({ id }) => kebab(id) === queue);
  if (!worker) throw new Error(`There is no worker for ${queue}.`);
  const handler = await handlerOf(worker.id);
  const attributes = { ApproximateReceiveCount: "1" };
  const record = { messageId: "bench", body: text, attributes, messageAttributes: {} };
  return tableCalls(() => handler({ Records: [record] }, { getRemainingTimeInMillis: () => 60_000 }));
}

/** Has what goes to queues noted too, until it is stopped. */
function watchQueues(sent: Sent[]): () => void {
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

/** The items among what calls have put that the stream hands on. */
function outboxOf(calls: Call[]): Item[] {
  const outbox: ReadonlySet<unknown> = new Set(LAYOUT.outbox);
  return calls
    .flatMap(({ input }) => {
      const { Item: one, TransactItems = [] } = input as {
        Item?: Item;
        TransactItems?: { Put?: { Item?: Item } }[];
      };
      return [one, ...TransactItems.map(({ Put }) => Put?.Item)];
    })
    .filter((item) => item !== undefined)
    .filter((item) => outbox.has(item._t) || item[LAYOUT.watched] === true);
}

async function measured<T>(run: () => Promise<T>): Promise<{ cpu: number; result: T }> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, result };
}

const handlers = new Map<string, Promise<Handler>>();

function handlerOf(id: string): Promise<Handler> {
  const worker = workers.find((each) => each.id === id);
  if (!worker) throw new Error(`There is no worker ${id}.`);
  const found = handlers.get(id) ?? workerSource(worker);
  handlers.set(id, found);
  return found;
}
