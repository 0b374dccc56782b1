import { message } from "#core/queue/message.ts";
import { LookUp } from "./schema.ts";

/** Asks the provider whether a label was bought whose purchase got no answer. */
export const LookUpLabel = message("lookUpLabel", LookUp);
