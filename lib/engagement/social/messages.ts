import { message } from "#core/queue/message.ts";
import { RemovalMessage, StepMessage } from "./schema.ts";

/** Starts a due publication, or continues an attempt. */
export const PublishStep = message("publishStep", StepMessage);

export const RemoveSocialRecords = message("removeSocialRecords", RemovalMessage);
