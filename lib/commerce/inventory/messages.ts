import { message } from "#core/queue/message.ts";
import { Level } from "./schema.ts";

export const WatchStock = message("watchStock", Level);
