import { worker } from "#core/queue/worker.ts";
import { answerLate } from "#lib/engagement/support/ai-answer.ts";
import { supportWorkers } from "./routes.ts";

export const handler = worker(supportWorkers.answerVisitor, answerLate);
