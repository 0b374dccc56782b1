import { worker } from "#core/queue/worker.ts";
import { forgetJoined } from "#lib/tenancy/visitors/forget.ts";
import { customerWorkers } from "./routes.ts";

export const handler = worker(customerWorkers.forgetJoined, forgetJoined);
