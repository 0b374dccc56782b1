import { message } from "#core/queue/message.ts";
import { Level } from "./schema.ts";

/** A watched level as a change has left it. */
export const WatchStock = message("watchStock", Level);
