import { DueShard } from "#core/due/shards.ts";
import type { Resource } from "#core/http/contract.ts";
import { kebab } from "#core/http/contract.ts";
import type { Trigger, Worker } from "#core/queue/contract.ts";
import { message } from "#core/queue/message.ts";
import { resourcesUsedBy, timeoutOf } from "./function-access.ts";

/** A worker, or several that share a queue and a function; `members` are the workers themselves. */
export interface WorkerGroup extends Worker {
  readonly members: readonly Worker[];
}

type FromQueue = Extract<Trigger, { kind: "queue" }>;

/** What has the shards of what is due drained. */
const DUE = { message: message("due", DueShard), kind: "queue", batchSize: 1 } as const;

/** What a shared function may touch: a worker that needs more keeps a role, and so a function, of its own. */
const PLAIN: readonly Resource[] = ["table:read", "table:write", "secrets"];
/** What speaks to providers: with what was entrusted to us, and with accounts of our own. */
const ACCOUNTS: readonly Resource[] = ["credentials", "billing", "apps"];
/** What a shared function may touch that speaks to providers. */
const ENTRUSTED: readonly Resource[] = [...PLAIN, ...ACCOUNTS, "media:write"];
/** What a shared function may touch that takes files away. */
const FILES: readonly Resource[] = [...PLAIN, "media:read", "media:write", "variants:write"];

/**
 * The one place that decides which workers share a queue, for a queue is polled, and watched, for money while nothing
 * is in it. Short work and long work are kept apart, so is what may open credentials, and so is what the minute finds due. Apart stays what sends to
 * queues itself, says how many of it may run, needs memory, or takes another service's messages.
 */
export function workerGroupsOf(workers: readonly Worker[]): WorkerGroup[] {
  const named = Map.groupBy(workers, (worker) => sharedQueue(worker) ?? worker.id);
  return [...named].flatMap(([id, members]) =>
    members.length > 1
      ? together(id, members)
      : members.map((worker) => ({ ...worker, trigger: startOf(worker), members: [worker] })),
  );
}

/** Of the workers that share one, in kebab case: the queue that is theirs. */
export function sharedQueues(workers: readonly Worker[]): Record<string, string> {
  const shared = workerGroupsOf(workers).filter(({ members }) => members.length > 1);
  return Object.fromEntries(
    shared.flatMap(({ id, members }) => members.map((worker) => [kebab(worker.id), kebab(id)])),
  );
}

function sharedQueue(worker: Worker): string | undefined {
  const { trigger, memory } = worker;
  if (trigger.kind === "due") return hasAccounts(resourcesUsedBy(worker)) ? "providerTidyUps" : "dueWork";
  if (trigger.kind !== "queue" || memory !== undefined || isPeculiar(worker, trigger)) return undefined;
  const uses = resourcesUsedBy(worker);
  const length = trigger.batchSize === 1 ? "tidyUps" : "followUps";
  if (uses.includes("table:write") && uses.every((use) => PLAIN.includes(use))) return length;
  if (hasAccounts(uses) && uses.every((use) => ENTRUSTED.includes(use)))
    return length === "tidyUps" ? "providerTidyUps" : "providerFollowUps";
  if (length === "tidyUps" && uses.includes("media:write") && uses.every((use) => FILES.includes(use)))
    return "fileTidyUps";
  return undefined;
}

function hasAccounts(uses: readonly Resource[]): boolean {
  return uses.some((use) => ACCOUNTS.includes(use));
}

/** What starts a worker on AWS: what drains shards gets their names by message. */
function startOf({ trigger }: Worker): Trigger {
  return trigger.kind === "due" ? DUE : trigger;
}

function isPeculiar(
  { overflowTo: crowdTo }: Worker,
  { foreign, maxConcurrency, batchSize = 1 }: FromQueue,
): boolean {
  return foreign === true || maxConcurrency !== undefined || crowdTo !== undefined || batchSize > 10;
}

function together(id: string, members: readonly [Worker, ...Worker[]] | readonly Worker[]): WorkerGroup[] {
  const [first] = members;
  if (!first) return [];
  return [
    {
      id,
      folder: `shared/${kebab(id)}`,
      domain: kebab(id),
      summary: `Does the work of ${members.length} workers: ${members.map((worker) => worker.id).join(", ")}`,
      trigger: startOf(first),
      timeout: Math.max(...members.map(timeoutOf)),
      uses: [...new Set(members.flatMap(resourcesUsedBy))],
      members,
    },
  ];
}
