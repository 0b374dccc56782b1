import { dueWorker } from "#core/due/worker.ts";
import { dueRenewals } from "#lib/delivery/newsletters/renewals.ts";
import { dueSends } from "#lib/delivery/newsletters/send.ts";
import { newsletterWorkers } from "./routes.ts";

export const handler = dueWorker(newsletterWorkers.processDueSends, [dueRenewals, dueSends]);
