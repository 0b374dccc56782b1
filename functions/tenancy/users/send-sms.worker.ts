import { worker } from "#core/queue/worker.ts";
import { deliverSms } from "#core/sms-delivery.ts";
import { userWorkers } from "./routes.ts";

export const handler = worker(userWorkers.sendSms, deliverSms);
