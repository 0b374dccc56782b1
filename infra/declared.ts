import type { FunctionOptions, Resource } from "#core/http/contract.ts";

const READ: readonly Resource[] = ["table:read", "secrets"];
const WRITE: readonly Resource[] = ["table:write", "secrets"];

/** Memory in MB and seconds of a worker that does not say. */
export const WORKER = { memory: 512, timeout: 30 };

/** What a function may touch when its entry does not say. */
export function usesOf(entry: FunctionOptions & { method?: string }): readonly Resource[] {
  return entry.uses ?? (entry.method === "GET" ? READ : WRITE);
}

/** Seconds that a worker may run. */
export function timeoutOf(worker: FunctionOptions): number {
  return worker.timeout ?? WORKER.timeout;
}
