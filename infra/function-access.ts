import * as z from "zod";
import type { FunctionOptions, Method, Resource } from "#core/http/contract.ts";

/** As much of an operation or a worker as says what it may touch. */
type Entry = FunctionOptions & { method?: Method; query?: z.ZodType };

/** Memory in MB and seconds of a worker that does not say. */
export const WORKER_DEFAULTS = { memory: 512, timeout: 30 };

/** What a function may touch: what its entry says, or the table, and what all of its kind need. */
export function resourcesUsedBy(entry: Entry): readonly Resource[] {
  const all = new Set([...(entry.uses ?? [tableOf(entry)]), ...impliedResources(entry)]);
  // Who may write may read.
  if (all.has("table:write")) all.delete("table:read");
  return [...all];
}

/** What an operation may touch because of what anybody may send it. */
export function impliedResources({ method, query }: Entry): readonly Resource[] {
  // An Idempotency-Key: the answer is kept, sealed.
  if (method === "POST") return ["table:write", "secrets"];
  return query instanceof z.ZodObject && "cursor" in query.shape ? ["secrets"] : [];
}

/** The workers whose queues some entries send to; `undefined` is any. */
export function queueTargetsOf(entries: readonly Entry[]): readonly string[] | undefined {
  const sending = entries.filter((entry) => resourcesUsedBy(entry).includes("queue:send"));
  if (sending.some(({ sends }) => sends === undefined)) return undefined;
  return [...new Set(sending.flatMap(({ sends = [] }) => sends.map(({ worker }) => worker)))];
}

function tableOf({ method }: Entry): Resource {
  return method === "GET" ? "table:read" : "table:write";
}

/** Seconds that a worker may run. */
export function timeoutOf(worker: FunctionOptions): number {
  return worker.timeout ?? WORKER_DEFAULTS.timeout;
}
