import { worker } from "#core/queue/worker.ts";
import { moveJoined } from "#lib/system/customers/move-joined.ts";
import { customerWorkers } from "./routes.ts";

export const handler = worker(customerWorkers.moveJoined, (ctx, message) => moveJoined(ctx, message));
