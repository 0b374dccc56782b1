import { worker } from "#core/queue/worker.ts";
import { forgetJoined } from "#lib/tenancy/visitors/delete-contact.ts";
import { customerWorkers } from "./routes.ts";

export const handler = worker(customerWorkers.forgetJoined, forgetJoined);
