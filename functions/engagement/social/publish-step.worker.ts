import { worker } from "#core/queue/worker.ts";
import { advance } from "#lib/engagement/social/attempt.ts";
import { socialWorkers } from "./routes.ts";

export const handler = worker(socialWorkers.publishStep, advance);
