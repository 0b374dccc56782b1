import { worker } from "#core/queue/worker.ts";
import { unfileNodes } from "#lib/content/nodes/cascade.ts";
import { nodeWorkers } from "./routes.ts";

export const handler = worker(nodeWorkers.unfileNodes, (ctx, event) => unfileNodes(ctx, event));
