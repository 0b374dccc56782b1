import { transact } from "#core/dynamo/transact.ts";
import { events } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { pause } from "#test/support/pause.ts";
import { serve } from "#test/support/serve.ts";
import { testContext, testEvent } from "#test/support/world.ts";
import { openTenant } from "./deliveries.ts";

interface NeighbourResult {
  /** Seconds from change to delivery, for the tenant whose endpoint answers. */
  p50: number;
  p95: number;
  delivered: number;
  hanging: number;
}

/** Events written a second: a stream shard's partition allows 1,000 write units, and an event costs two. */
const EVENTS_A_SECOND = 500;

/** Delivers one tenant's changes while another tenant's endpoint hangs with many events waiting. */
export async function deliverBesideHanging(
  waiting: number,
  changes: number,
  every: number,
): Promise<NeighbourResult> {
  const arrived = new Map<string, number>();
  let hanging = 0;
  const hangs = await listenForWebhooks(() => {
    hanging += 1;
  });
  const answers = await listenForWebhooks((body, answer) => {
    arrived.set(JSON.parse(body).id, Date.now());
    answer();
  });
  const noisy = await openTenant(`${hangs.url}/`, ["order.*"]);
  const calm = await openTenant(`${answers.url}/`, ["order.*"]);
  const begun = Date.now();
  for (let start = 0; start < waiting; start += 100) {
    await pause(Math.max(0, begun + (start / EVENTS_A_SECOND) * 1000 - Date.now()));
    const batch = Array.from({ length: Math.min(100, waiting - start) }, () => eventOf(noisy.storeId));
    await transact(
      testContext(),
      batch.map((event) => events.put(event)),
    );
  }
  const happened = new Map<string, number>();
  for (let count = 0; count < changes; count++) {
    const event = eventOf(calm.storeId);
    happened.set(event.id, Date.now());
    await transact(testContext(), [events.put(event)]);
    await pause(every);
  }
  const deadline = Date.now() + 60_000;
  while (arrived.size < happened.size && Date.now() < deadline) await pause(50);
  const waits = [...happened].map(([id, at]) => ((arrived.get(id) ?? Number.POSITIVE_INFINITY) - at) / 1000);
  const sorted = waits.toSorted((a, b) => a - b);
  const part = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  for (const server of [hangs, answers]) server.stop();
  return { p50: part(0.5), p95: part(0.95), delivered: arrived.size, hanging };
}

function listenForWebhooks(take: (body: string, answer: () => void) => void) {
  return serve(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    take(body, () => response.writeHead(204).end());
  });
}

const eventOf = (tenant_id: string) =>
  testEvent({ tenant_id, type: "order.created", record_id: newId("order") });
