import { worker } from "#core/queue/worker.ts";
import { removeEntries } from "#lib/content/legacy-content/cascade.ts";
import { legacyContentWorkers } from "./routes.ts";

export const handler = worker(legacyContentWorkers.removeBusinessEntries, (ctx, message) =>
  removeEntries(ctx, message),
);
