import { message } from "#core/queue/message.ts";
import { RemovalMessage, StepMessage } from "./schema.ts";

/** Makes a worker start a due publication or continue an attempt. */
export const PublishStep = message("publishStep", StepMessage);

export const RemoveSocialRecords = message("removeSocialRecords", RemovalMessage);
