import { worker } from "#core/queue/worker.ts";
import { removeEntries } from "#lib/content/entries/cascade.ts";
import { entryWorkers } from "./routes.ts";

export const handler = worker(entryWorkers.removeEntries, (ctx, message) => removeEntries(ctx, message));
