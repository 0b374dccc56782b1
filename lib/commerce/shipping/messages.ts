import { message } from "#core/queue/message.ts";
import { LookUp } from "./schema.ts";

/** Finds out from the provider whether a label was bought, because its purchase got no answer. */
export const LookUpLabel = message("lookUpLabel", LookUp);
