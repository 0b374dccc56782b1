import * as z from "zod";
import type { FunctionOptions, Method, Resource } from "#core/http/contract.ts";

/** The part of an operation or worker that decides what it may access. */
type Entry = FunctionOptions & { method?: Method; query?: z.ZodType };

/** Defaults of a worker: memory in MB, timeout in seconds. */
export const WORKER_DEFAULTS = { memory: 512, timeout: 30 };

/**
 * All resources that a function needs: those that it declares, or the table, and those that its kind implies.
 */
export function resourcesUsedBy(entry: Entry): readonly Resource[] {
  const all = new Set([...(entry.uses ?? [tableAccessOf(entry)]), ...impliedResources(entry)]);
  // Write access includes read access.
  if (all.has("table:write")) all.delete("table:read");
  return [...all];
}

/** Resources that any caller's header or cursor may need, whatever the operation declares. */
export function impliedResources({ method, query }: Entry): readonly Resource[] {
  // With an Idempotency-Key, the answer is stored encrypted.
  if (method === "POST") return ["table:write", "secrets"];
  return query instanceof z.ZodObject && "cursor" in query.shape ? ["secrets"] : [];
}

/** Ids of the workers whose queues these entries send to; `undefined` means any. */
export function queueTargetsOf(entries: readonly Entry[]): readonly string[] | undefined {
  const sending = entries.filter((entry) => resourcesUsedBy(entry).includes("queue:send"));
  if (sending.some(({ sends }) => sends === undefined)) return undefined;
  return [...new Set(sending.flatMap(({ sends = [] }) => sends.map(({ worker }) => worker)))];
}

function tableAccessOf({ method }: Entry): Resource {
  return method === "GET" ? "table:read" : "table:write";
}

export function timeoutOf(worker: FunctionOptions): number {
  return worker.timeout ?? WORKER_DEFAULTS.timeout;
}
