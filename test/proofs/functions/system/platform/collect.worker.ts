import { worker } from "#core/queue/worker.ts";
import { collectedEvents } from "#test/proofs/functions/collected.ts";
import { killedWorkers } from "#test/proofs/functions/manifest.ts";

export const handler = worker(killedWorkers.collect, async (_ctx, event, { id }) => {
  collectedEvents.events.push({ messageId: id, event });
});
