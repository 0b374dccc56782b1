import { worker } from "#core/queue/worker.ts";
import { collected } from "#test/proofs/functions/collected.ts";
import { killedWorkers } from "#test/proofs/functions/manifest.ts";

export const handler = worker(killedWorkers.collect, async (_ctx, event, { id }) => {
  collected.events.push({ messageId: id, event });
});
