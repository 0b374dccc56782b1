import { worker } from "#core/queue/worker.ts";
import { notifySubmission } from "#lib/content/forms/notify.ts";
import { formWorkers } from "./routes.ts";

export const handler = worker(formWorkers.notifySubmission, notifySubmission);
