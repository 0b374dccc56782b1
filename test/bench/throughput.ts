import { eventOf } from "./handlers.ts";
import { textTable } from "./measure.ts";
import type { Scenario } from "./scenario.ts";
import type { BenchStack } from "./stack.ts";

const TOTAL_REQUESTS = 1500;
const CONCURRENCY = 8;

/** Measures requests a second and CPU of each request through the local gateway, workers included. */
export async function throughput(stack: BenchStack, scenarios: Scenario[]): Promise<string> {
  const rows = [[`through the local gateway, ${CONCURRENCY} at once`, "requests/s", "CPU ms a request"]];
  for (const scenario of scenarios) {
    const before = await stack.cpu();
    const started = performance.now();
    let next = 0;
    const client = async () => {
      while (next < TOTAL_REQUESTS) await fetchOnce(stack.api, scenario, next++);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, client));
    const seconds = (performance.now() - started) / 1000;
    const cpu = (await stack.cpu()) - before;
    rows.push([
      scenario.label,
      Math.round(TOTAL_REQUESTS / seconds).toString(),
      (cpu / TOTAL_REQUESTS).toFixed(2),
    ]);
  }
  return textTable(rows);
}

async function fetchOnce(api: string, { operation, request }: Scenario, index: number): Promise<void> {
  const { rawPath, rawQueryString, headers, body } = eventOf(operation, await request(index));
  const url = `${api}${rawPath}${rawQueryString ? `?${rawQueryString}` : ""}`;
  const reply = await fetch(url, { method: operation.method, headers, ...(body ? { body } : {}) });
  await reply.arrayBuffer();
  // Concurrent updates of one record may end in 409 once all retries are used up.
  if (reply.status >= 300 && reply.status !== 409)
    throw new Error(`${operation.id} answered ${reply.status}`);
}
