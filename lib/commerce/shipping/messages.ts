import { message } from "#core/queue/message.ts";
import { LookUp } from "./schema.ts";

/** Looks up a label whose purchase got no answer. */
export const LookUpLabel = message("lookUpLabel", LookUp);
