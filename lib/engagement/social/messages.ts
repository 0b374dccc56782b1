import { message } from "#core/queue/message.ts";
import { RemovalMessage, StepMessage } from "./schema.ts";

/** Begins a publication whose moment has come, or goes on with an attempt to post. */
export const PublishStep = message("publishStep", StepMessage);

/** Removes what a deleted account or publication left. */
export const RemoveSocialRecords = message("removeSocialRecords", RemovalMessage);
