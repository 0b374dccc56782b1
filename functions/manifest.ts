import type { Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";

const pages: Record<string, Operation>[] = [];
const shifts: Record<string, Worker>[] = [];

/** Every operation of the API, in the order of the reference page. */
export const operations: readonly Operation[] = pages.flatMap((page) => Object.values(page));

/** Every function that no HTTP request starts. */
export const workers: readonly Worker[] = shifts.flatMap((shift) => Object.values(shift));
