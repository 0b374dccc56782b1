import { DueShard } from "#core/due/shards.ts";
import type { Resource } from "#core/http/contract.ts";
import { kebab } from "#core/http/contract.ts";
import type { Trigger, Worker } from "#core/queue/contract.ts";
import { message } from "#core/queue/message.ts";
import { resourcesUsedBy, timeoutOf } from "./function-access.ts";

/** A worker, or several `members` that share a queue and a function. */
export interface WorkerGroup extends Worker {
  readonly members: readonly Worker[];
}

type QueueTrigger = Extract<Trigger, { kind: "queue" }>;

/** On AWS, each message for a worker of due rows names the shard to process. */
const DUE_TRIGGER = { message: message("due", DueShard), kind: "queue", batchSize: 1 } as const;

/** What any shared function may access; those for providers and files may access more. */
const SHARED_RESOURCES: readonly Resource[] = ["table:read", "table:write", "secrets"];
/** Credentials for providers: those entrusted to us, and our own accounts. */
const PROVIDER_RESOURCES: readonly Resource[] = ["credentials", "billing", "apps"];
/** What a shared function that calls providers may access. */
const PROVIDER_SHARED: readonly Resource[] = [...SHARED_RESOURCES, ...PROVIDER_RESOURCES, "media:write"];
/** What a shared function that deletes files may access. */
const FILE_SHARED: readonly Resource[] = [...SHARED_RESOURCES, "media:read", "media:write", "variants:write"];

/**
 * The one place that decides which workers share a queue: polling and alarms cost money even for an empty
 * one. Short work, long work, workers with credentials and other due work share none with each other. A
 * worker that sends, limits its concurrency, sets its memory or reads another service's messages has its own.
 */
export function workerGroupsOf(workers: readonly Worker[]): WorkerGroup[] {
  const byQueue = Map.groupBy(workers, (worker) => sharedQueue(worker) ?? worker.id);
  return [...byQueue].flatMap(([id, members]) =>
    members.length > 1
      ? workerGroup(id, members)
      : members.map((worker) => ({ ...worker, trigger: awsTriggerOf(worker), members: [worker] })),
  );
}

/** Kebab-case names: the shared queue of each worker that has one. */
export function sharedQueues(workers: readonly Worker[]): Record<string, string> {
  const shared = workerGroupsOf(workers).filter(({ members }) => members.length > 1);
  return Object.fromEntries(
    shared.flatMap(({ id, members }) => members.map((worker) => [kebab(worker.id), kebab(id)])),
  );
}

function sharedQueue(worker: Worker): string | undefined {
  const { trigger, memory } = worker;
  if (trigger.kind === "due") return usesProviders(resourcesUsedBy(worker)) ? "providerTidyUps" : "dueWork";
  if (trigger.kind !== "queue" || memory !== undefined || hasOwnQueue(worker, trigger)) return undefined;
  const uses = resourcesUsedBy(worker);
  const queue = trigger.batchSize === 1 ? "tidyUps" : "followUps";
  if (uses.includes("table:write") && uses.every((use) => SHARED_RESOURCES.includes(use))) return queue;
  if (usesProviders(uses) && uses.every((use) => PROVIDER_SHARED.includes(use)))
    return queue === "tidyUps" ? "providerTidyUps" : "providerFollowUps";
  if (queue === "tidyUps" && uses.includes("media:write") && uses.every((use) => FILE_SHARED.includes(use)))
    return "fileTidyUps";
  return undefined;
}

function usesProviders(uses: readonly Resource[]): boolean {
  return uses.some((use) => PROVIDER_RESOURCES.includes(use));
}

function awsTriggerOf({ trigger }: Worker): Trigger {
  return trigger.kind === "due" ? DUE_TRIGGER : trigger;
}

function hasOwnQueue(
  { overflowTo }: Worker,
  { foreign, maxConcurrency, batchSize = 1 }: QueueTrigger,
): boolean {
  return foreign === true || maxConcurrency !== undefined || overflowTo !== undefined || batchSize > 10;
}

function workerGroup(id: string, members: readonly [Worker, ...Worker[]] | readonly Worker[]): WorkerGroup[] {
  const [first] = members;
  if (!first) return [];
  return [
    {
      id,
      folder: `shared/${kebab(id)}`,
      domain: kebab(id),
      summary: `Does the work of ${members.length} workers: ${members.map((worker) => worker.id).join(", ")}`,
      trigger: awsTriggerOf(first),
      timeout: Math.max(...members.map(timeoutOf)),
      uses: [...new Set(members.flatMap(resourcesUsedBy))],
      members,
    },
  ];
}
