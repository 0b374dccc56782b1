import { message } from "#core/queue/message.ts";
import { AttemptMessage, TidyMessage } from "./schema.ts";

/** Goes on with an attempt to post. */
export const PublishStep = message("publishStep", AttemptMessage);

/** Tidies away what a deleted account or publication left. */
export const TidySocial = message("tidySocial", TidyMessage);
