import { message } from "#core/queue/message.ts";
import { StepMessage, TidyMessage } from "./schema.ts";

/** Begins a publication whose moment has come, or goes on with an attempt to post. */
export const PublishStep = message("publishStep", StepMessage);

/** Tidies away what a deleted account or publication left. */
export const TidySocial = message("tidySocial", TidyMessage);
