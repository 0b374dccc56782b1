import { message } from "#core/queue/message.ts";
import { InventoryLevel } from "./schema.ts";

export const WatchStock = message("watchStock", InventoryLevel);
