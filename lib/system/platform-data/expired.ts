import { dueWork } from "#core/due/work.ts";
import { DATA_SHARDS } from "./schema.ts";
import { removeExpired } from "./service.ts";
import { platformData } from "./table.ts";

/** Deletes expired items. They are hidden from reads already, so this only frees space. */
export const expiredData = dueWork(platformData, removeExpired, { shards: DATA_SHARDS });
