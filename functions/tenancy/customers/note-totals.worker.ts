import { worker } from "#core/queue/worker.ts";
import { noteTotals } from "#lib/tenancy/visitors/note-totals.ts";
import { customerWorkers } from "./routes.ts";

export const handler = worker(customerWorkers.noteTotals, noteTotals);
