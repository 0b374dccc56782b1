import { message } from "#core/queue/message.ts";
import { RemovalMessage, StepMessage } from "./schema.ts";

/** Starts a due publication, or continues an attempt. */
export const PublishStep = message("publishStep", StepMessage);

/** Removes the records of a deleted account or publication. */
export const RemoveSocialRecords = message("removeSocialRecords", RemovalMessage);
