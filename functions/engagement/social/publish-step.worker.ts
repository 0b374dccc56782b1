import { worker } from "#core/queue/worker.ts";
import { publishStep } from "#lib/engagement/social/attempt.ts";
import { socialWorkers } from "./routes.ts";

export const handler = worker(socialWorkers.publishStep, publishStep);
