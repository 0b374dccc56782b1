import { worker } from "#core/queue/worker.ts";
import { liftChildren } from "#lib/content/nodes/cascade.ts";
import { nodeWorkers } from "./routes.ts";

export const handler = worker(nodeWorkers.liftChildren, (ctx, event) => liftChildren(ctx, event));
