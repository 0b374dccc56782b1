import { worker } from "#core/queue/worker.ts";
import { answerVisitor } from "#lib/engagement/support/ai-answer.ts";
import { supportWorkers } from "./routes.ts";

export const handler = worker(supportWorkers.answerVisitor, answerVisitor);
